"""Guests, people somebody does not want to hear, complaints, patience with the absent, and cards in the lobby."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("people", sa.Column("guest_until", sa.Float()))
    op.add_column("games", sa.Column("patience", sa.Float()))
    op.add_column("seats", sa.Column("card", sa.JSON()))
    op.add_column("chat", sa.Column("person", sa.String(24)))
    op.create_table(
        "silenced",
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("other", sa.String(24), nullable=False),
        sa.Column("blocked", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("person", "other", name="pk_silenced"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_silenced_person", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["other"], ["people.id"], name="fk_silenced_other", ondelete="CASCADE"),
    )
    op.create_table(
        "complaints",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("complainant", sa.String(100), nullable=False),
        sa.Column("writer", sa.String(100), nullable=False),
        sa.Column("at_table", sa.String(24), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_complaints"),
    )
