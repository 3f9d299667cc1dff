"""What the bot does with interactions."""

import io

import discord
from discord import app_commands


class Panel(discord.ui.View):
    def __init__(self):
        super().__init__(timeout=None)

    @discord.ui.button(label="Press", style=discord.ButtonStyle.danger, custom_id="press")
    async def press(self, interaction, button):
        button.label = "Pressed"
        await interaction.response.edit_message(content="pressed", view=self)

    @discord.ui.button(label="Ask", custom_id="ask")
    async def ask(self, interaction, button):
        await interaction.response.send_modal(Question())

    @discord.ui.select(custom_id="colour", options=[discord.SelectOption(label="Red"), discord.SelectOption(label="Blue", default=True)])
    async def colour(self, interaction, select):
        await interaction.response.send_message(f"chose {select.values[0]}", ephemeral=True)
        await interaction.followup.send("and a follow-up", ephemeral=True)

    @discord.ui.select(cls=discord.ui.UserSelect, custom_id="user", max_values=2)
    async def user(self, interaction, select):
        await interaction.response.defer()
        await interaction.edit_original_response(content=f"users {[user.name for user in select.values]}")

    @discord.ui.select(cls=discord.ui.ChannelSelect, custom_id="channel", channel_types=[discord.ChannelType.text])
    async def channel(self, interaction, select):
        await interaction.response.send_message(f"channel {select.values[0].name}")

    @discord.ui.select(cls=discord.ui.RoleSelect, custom_id="role")
    async def role(self, interaction, select):
        await interaction.response.send_message(f"role {select.values[0].name}")


class Question(discord.ui.Modal, title="Question"):
    answer = discord.ui.TextInput(label="Answer", style=discord.TextStyle.paragraph, max_length=100)

    async def on_submit(self, interaction):
        await interaction.response.send_message(f"answered {self.answer.value}", ephemeral=True)


def add_commands(tree):
    @tree.command(description="Shows a panel")
    async def panel(interaction: discord.Interaction, member: discord.Member, count: app_commands.Range[int, 1, 5] = 1):
        await interaction.response.send_message(f"{member.display_name} {count}", view=Panel())

    @tree.command(description="Thinks")
    async def think(interaction: discord.Interaction):
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.followup.send("thought", file=discord.File(io.BytesIO(b"x"), "thought.txt"))

    group = app_commands.Group(name="shop", description="A shop")

    @group.command(description="Buys")
    async def buy(interaction: discord.Interaction, item: str, receipt: discord.Attachment = None):
        await interaction.response.send_message(f"bought {item}")

    @buy.autocomplete("item")
    async def suggest(interaction, current):
        return [app_commands.Choice(name=current + "!", value=current + "1")]

    tree.add_command(group)

    @tree.context_menu(name="Report")
    async def report(interaction: discord.Interaction, message: discord.Message):
        await interaction.response.send_message(f"reported {message.content}", ephemeral=True)

    @tree.context_menu(name="Greet")
    async def greet(interaction: discord.Interaction, member: discord.Member):
        await interaction.response.send_message(f"hello {member.name}")

    @tree.command(description="Fails")
    @app_commands.checks.has_permissions(administrator=True)
    async def secret(interaction: discord.Interaction):
        await interaction.response.send_message("secret")

    @tree.error
    async def refuse(interaction, error):
        assert isinstance(error, app_commands.MissingPermissions), error
        await interaction.response.send_message("not for you", ephemeral=True)
