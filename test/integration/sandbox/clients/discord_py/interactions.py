from commands import add_commands
from script import step


@step
async def registers_commands(s):
    add_commands(s.bot.tree)
    synced = await s.bot.tree.sync()
    assert {command.name for command in synced} == {"panel", "think", "shop", "Report", "Greet", "secret"}
    assert {command.id for command in await s.bot.tree.fetch_commands()} == {c.id for c in synced}
    s.bot.tree.copy_global_to(guild=s.guild)
    in_guild = await s.bot.tree.sync(guild=s.guild)
    assert len(in_guild) == len(synced)
    s.bot.tree.clear_commands(guild=s.guild)
    assert await s.bot.tree.sync(guild=s.guild) == []


@step
async def answers_slash_commands(s):
    view = await s.alice.slash(s.general.id, "panel", {"member": str(s.alice.id), "count": 3})
    s.panel = view["original"]
    assert s.panel["content"] == "alice 3", s.panel["content"]
    thought = (await s.alice.slash(s.general.id, "think"))["original"]
    assert thought["content"] == "thought" and thought["attachments"][0]["filename"] == "thought.txt"
    bought = await s.alice.slash(s.general.id, "shop buy", {"item": "milk"})
    assert bought["original"]["content"] == "bought milk"
    choices = await s.alice.slash(s.general.id, "shop buy", {"item": "mi"}, focused="item")
    assert choices["choices"] == [{"name": "mi!", "value": "mi1"}]
    refused = await s.alice.slash(s.general.id, "secret")
    assert refused["original"]["content"] == "not for you" and refused["isEphemeral"]


@step
async def answers_buttons_menus_and_modals(s):
    pressed = await s.alice.use(s.panel, "press")
    assert pressed["original"]["content"] == "pressed"
    assert pressed["original"]["components"][0]["components"][0]["label"] == "Pressed"
    asked = await s.alice.use(s.panel, "ask")
    assert asked["modal"]["title"] == "Question"
    answered = await s.alice.submit(asked, {asked["modal"]["components"][0]["components"][0]["custom_id"]: "42"})
    assert answered["original"]["content"] == "answered 42"
    chosen = await s.alice.use(s.panel, "colour", ["Red"])
    assert chosen["original"]["content"] == "chose Red" and chosen["isEphemeral"]
    users = await s.alice.use(s.panel, "user", [str(s.alice.id), str(s.owner.id)])
    assert users["original"]["content"] == "users ['alice', 'owner']"
    channel = await s.alice.use(s.panel, "channel", [str(s.general.id)])
    assert channel["original"]["content"] == "channel general"
    role = await s.alice.use(s.panel, "role", [s.config["roles"]["Moderator"]])
    assert role["original"]["content"] == "role Moderator"


@step
async def answers_context_menus(s):
    said = await s.alice.say(s.general.id, "rude")
    reported = await s.owner.menu(3, s.general.id, "Report", said["id"])
    assert reported["original"]["content"] == "reported rude" and reported["isEphemeral"]
    greeted = await s.owner.menu(2, s.general.id, "Greet", s.alice.id)
    assert greeted["original"]["content"] == "hello alice"


@step
async def answers_commands_in_direct_messages(s):
    dm = await s.bot.get_user(s.alice.id).create_dm()
    thought = await s.alice.slash(dm.id, "think")
    assert thought["original"]["content"] == "thought"
