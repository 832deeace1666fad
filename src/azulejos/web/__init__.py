"""Tables in the browser: storage, live updates, pages."""
