"""The first tables: people, games, decisions, seats, chat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "settings",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_settings"),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("folded", sa.String(100), nullable=False),
        sa.Column("password", sa.String(200)),
        sa.Column("created", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("folded", name="uq_people_folded"),
    )
    op.create_table(
        "logins",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_logins"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_logins_person", ondelete="CASCADE"),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("owner", sa.String(24), nullable=False),
        sa.Column("setup", sa.JSON(), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("pack", sa.JSON()),
        sa.Column("spectators", sa.Boolean(), nullable=False),
        sa.Column("imported", sa.Boolean(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("changed", sa.Float(), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("over", sa.JSON()),
        sa.Column("ended", sa.JSON()),
        sa.Column("proposal", sa.JSON()),
        sa.Column("rematch", sa.String(24)),
        sa.Column("forked_from", sa.String(24)),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.ForeignKeyConstraint(["owner"], ["people.id"], name="fk_games_owner"),
    )
    op.create_index("ix_games_owner", "games", ["owner"])
    _of_a_game(
        "decisions",
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("what", sa.String(20), nullable=False),
        sa.Column("seat", sa.String(40), nullable=False),
        sa.Column("question", sa.String(60), nullable=False),
        sa.Column("choice", sa.Text(), nullable=False),
        sa.Column("dice", sa.JSON(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("person", sa.String(24)),
        sa.Column("note", sa.JSON()),
        key=("game", "seq"),
    )
    _of_a_game(
        "seats",
        sa.Column("seat", sa.String(40), nullable=False),
        sa.Column("person", sa.String(24)),
        sa.Column("bot", sa.String(40)),
        sa.Column("invitation", sa.String(64)),
        sa.Column("marks", sa.JSON(), nullable=False),
        sa.Column("seen", sa.Integer(), nullable=False),
        sa.Column("asked", sa.Boolean(), nullable=False),
        sa.Column("events", sa.Integer(), nullable=False),
        sa.Column("changed", sa.Float(), nullable=False),
        sa.Column("line", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_seats_person"),
        sa.UniqueConstraint("invitation", name="uq_seats_invitation"),
        key=("game", "seat"),
    )
    op.create_index("ix_seats_person", "seats", ["person"])
    op.create_index("ix_seats_asked_bot", "seats", ["asked", "bot"])
    _of_a_game(
        "chat",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(40), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        key=("game", "number"),
    )
    _of_a_game(
        "snapshots",
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        key=("game",),
    )


def _of_a_game(name: str, *columns: sa.schema.SchemaItem, key: tuple[str, ...]) -> None:
    """A table whose rows belong to a game and go with it."""
    op.create_table(
        name,
        sa.Column("game", sa.String(24), nullable=False),
        *columns,
        sa.PrimaryKeyConstraint(*key, name=f"pk_{name}"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=f"fk_{name}_game", ondelete="CASCADE"),
    )


def downgrade() -> None:
    for name in ("snapshots", "chat", "seats", "decisions", "games", "logins", "people", "settings"):
        op.drop_table(name)
