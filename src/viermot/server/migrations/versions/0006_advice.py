"""Advice and belief maps between people: on where all agreed."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("games", sa.Column("advice", sa.JSON()))
