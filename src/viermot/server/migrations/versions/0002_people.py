"""What names look like, failed attempts to sign in, and who has left a seat."""

import sqlalchemy as sa
from alembic import op

from viermot.server.names import likeness

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("people", sa.Column("likeness", sa.String(200)))  # never by a copy: games refer to people
    _fill_likeness()
    op.create_index("ix_people_likeness", "people", ["likeness"], unique=True)
    op.add_column("seats", sa.Column("was", sa.String(100)))
    op.create_table(
        "attempts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_attempts"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_attempts_person", ondelete="CASCADE"),
    )
    op.create_index("ix_attempts_person", "attempts", ["person"])


def _fill_likeness() -> None:
    """People whose names look alike keep them: the first gets the likeness, the others one of their own."""
    connection = op.get_bind()
    taken: set[str] = set()
    rows = connection.execute(sa.text("SELECT id, name, folded FROM people ORDER BY created, id")).all()
    for id_, name, folded in rows:
        look = folded if folded.startswith(" ") else likeness(name)
        if look in taken:
            look = f"{look} {id_}"
        taken.add(look)
        connection.execute(sa.text("UPDATE people SET likeness = :look WHERE id = :id"), {"look": look, "id": id_})
