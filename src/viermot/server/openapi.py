"""The HTTP part of the API as OpenAPI, made from the same declarations that answer it."""

from __future__ import annotations

import re
from typing import Any, Final, get_args, get_origin

import msgspec

import viermot
from viermot.kernel.json import JsonObject
from viermot.server.http import CHANGES, ROUTES, Route
from viermot.server.messages.lobby import Refusal
from viermot.server.refusals import STATUS

TEMPLATE: Final = "#/components/schemas/{name}"
WORD: Final = {"type": "string", "pattern": "^[A-Za-z0-9_.-]{1,60}$"}
NUMBERS: Final = ("since", "at", "before")


def document() -> JsonObject:
    """The whole description."""
    _, schemas = msgspec.json.schema_components(_messages(), ref_template=TEMPLATE)
    paths: JsonObject = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Viermot", "version": viermot.__version__, "description": "See docs/api.md."},
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"cookie": {"type": "apiKey", "in": "cookie", "name": "viermot"}},
            "responses": {"Refusal": {"description": "Why not", "content": _json(Refusal)}},
        },
        "security": [{"cookie": []}],
    }


def _messages() -> list[Any]:
    """Every struct that a route takes or gives."""
    named = [kind for route in ROUTES for kind in (route.takes, route.gives) if kind and not isinstance(kind, str)]
    return [Refusal, *dict.fromkeys(get_args(kind)[0] if get_origin(kind) is list else kind for kind in named)]


def _operation(route: Route) -> JsonObject:
    told: JsonObject = {
        "operationId": f"{route.method.lower()}_{re.sub(r'[^a-z]+', '_', route.path.lower()).strip('_')}",
        "summary": route.about,
        "parameters": _parameters(route),
        "responses": {
            "200": {"description": "Done", "content": _content(route.gives)},
            **{str(status): {"$ref": "#/components/responses/Refusal"} for status in sorted(set(STATUS.values()))},
        },
    }
    if route.path.startswith(("/api/static/", "/api/words")):
        told["responses"]["304"] = {"description": "As before"}
    if route.takes is not None:
        told["requestBody"] = {"required": True, "content": _json(route.takes)}
    return told


def _parameters(route: Route) -> list[JsonObject]:
    found = [
        {"name": name, "in": "path", "required": True, "schema": WORD} for name in re.findall(r"{(\w+)}", route.path)
    ]
    for name, about in {**route.query, "locale": "language of texts"}.items():
        schema = {"type": "integer", "minimum": 0, "maximum": 999_999_999} if name in NUMBERS else WORD
        if name == "locale":
            schema = {"type": "string", "maxLength": 20}
        found.append({"name": name, "in": "query", "required": False, "description": about, "schema": schema})
    if route.method in CHANGES:
        found.append({"name": "X-CSRF-Token", "in": "header", "required": True, "schema": {"type": "string"}})
    return found


def _content(gives: Any) -> JsonObject:
    if isinstance(gives, str):
        return {gives: {"schema": {"type": "object"} if "json" in gives else {"type": "string"}}}
    return _json(gives)


def _json(kind: Any) -> JsonObject:
    if get_origin(kind) is list:
        schema: JsonObject = {"type": "array", "items": {"$ref": TEMPLATE.format(name=get_args(kind)[0].__name__)}}
    else:
        schema = {"$ref": TEMPLATE.format(name=kind.__name__)}
    return {"application/json": {"schema": schema}}
