"""The JSON API: what the pages use, and what a program can take a seat by."""

from fastapi import APIRouter

from azulejos.web.api import drawings, exploring, mine, play, push, reviews, study, tables
from azulejos.web.api.models.problems import PROBLEMS

router = APIRouter(
    prefix="/api",
    responses=PROBLEMS,
)
#: Apart, so that they are found first and without a detour: most that comes is for them.
often = APIRouter()
often.routes.extend([*play.moves.routes, *tables.streams.routes])
for part in (tables, mine, play, study, drawings, reviews, exploring, push):
    router.include_router(part.router)
