"""The server: tables, seats, accounts and push over HTTP and WebSocket. docs/api.md describes what it says."""
