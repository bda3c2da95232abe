"""Which lessons each person has won."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "learned",
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("lesson", sa.String(120), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("person", "lesson", name="pk_learned"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_learned_person", ondelete="CASCADE"),
    )
