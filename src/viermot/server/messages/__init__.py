"""Every message between the server and a page: requests are checked against these, answers are made of them.

web/src/lib/messages.ts is generated from them by tools/typescript.py, the OpenAPI description by openapi.py.
"""
