"""The standard environment APIs over the kernels of both games."""
