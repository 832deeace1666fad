"""The service while everything around it fails, and while strangers send it what they like.

`make chaos` runs it for long; `tests/web/test_chaos.py` for a short while.
"""
