"""Which steps of a game's ladder each person has played to their end."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "climbed",
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("rung", sa.String(120), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("person", "rung", name="pk_climbed"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_climbed_person", ondelete="CASCADE"),
    )
