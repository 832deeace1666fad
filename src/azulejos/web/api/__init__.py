"""The JSON API: what the pages use, and what a program can take a seat by."""

from fastapi import APIRouter

from azulejos.web.api import drawings, play, study, tables
from azulejos.web.api.models import Problem

router = APIRouter(
    prefix="/api",
    responses={
        "4XX": {"model": Problem, "description": "What was refused, and why"},
        422: {"model": Problem, "description": "Something in the request cannot be"},
        "5XX": {"model": Problem, "description": "Something went wrong here"},
    },
)
for part in (tables, play, study, drawings):
    router.include_router(part.router)
