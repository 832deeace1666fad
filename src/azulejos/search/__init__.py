"""Tree search, written once over the kernel contract."""
