"""The site: the pages as plain files with relative addresses, for any static host.

The same templates as the service's, drawn once in every language (`build`). Its tables are
kept by the browser itself: see `static/js/browser`.
"""
