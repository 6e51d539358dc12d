"""A server on the official Python SDK, for examples/everything_client to call; see calls/python.jsonl.

Usage: python_server.py      (over stdio)

One process serves every revision: the client's first request, `initialize` or one with the modern `_meta`, decides.
"""

import asyncio
import base64
import logging
import warnings
from typing import Annotated

from mcp import MCPDeprecationWarning
from mcp.server.mcpserver import (
    Audio, Context, Elicit, ElicitationResult, Image, ListRoots, MCPServer, Resolve, Sample, UserMessage,
)
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import (
    BlobResourceContents, Completion, CreateMessageRequest, CreateMessageRequestParams, CreateMessageResult,
    ElicitRequest, ElicitRequestFormParams, EmbeddedResource, InputRequiredResult, ListRootsRequest, ListRootsResult,
    ResourceLink, SamplingMessage, TextContent, TextResourceContents,
)
from pydantic import BaseModel

# The older revisions are what this is for, so being told that they are old is no help.
warnings.simplefilter("ignore", MCPDeprecationWarning)
logging.disable(logging.ERROR)

DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==")
SILENCE = base64.b64decode("UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQEAAACAAA==")

server = MCPServer("python-server", title="Harbour", version="1.0.0", instructions="Everything here is for tests.")


def tool(function):
    """A tool that answers with content as it is, which needs no schema of its output."""
    return server.tool(description=function.__doc__, structured_output=False)(function)


def text(value: str) -> TextContent:
    return TextContent(type="text", text=value)


def embedded(uri: str, mime_type: str, value: str) -> EmbeddedResource:
    return EmbeddedResource(type="resource", resource=TextResourceContents(uri=uri, mime_type=mime_type, text=value))


@tool
def test_simple_text() -> TextContent:
    """Answers with a text."""
    return text("A simple text.")


@tool
def test_image_content() -> Image:
    """Answers with a picture."""
    return Image(data=DOT, format="png")


@tool
def test_audio_content() -> Audio:
    """Answers with a sound."""
    return Audio(data=SILENCE, format="wav")


@tool
def test_embedded_resource() -> EmbeddedResource:
    """Answers with a resource."""
    return embedded("test://embedded", "text/plain", "A text in a result.")


@tool
def test_multiple_content_types() -> list:
    """Answers with a text, a picture and a resource."""
    return [text("Three things:"), Image(data=DOT, format="png"), embedded("test://mixed", "application/json", "{}")]


@tool
def test_resource_link() -> list:
    """Answers with a link and with bytes."""
    blob = BlobResourceContents(uri="test://dot", mime_type="image/png", blob=base64.b64encode(DOT).decode())
    link = ResourceLink(type="resource_link", uri="test://static-text", name="static-text", mime_type="text/plain")
    return [link, EmbeddedResource(type="resource", resource=blob)]


class Tide(BaseModel):
    port: str
    metres: float
    warnings: list[str] = []


@server.tool(description="Has a schema of its output")
def test_structured_content(city: str) -> Tide:
    return Tide(port=city, metres=1.5)


@tool
def test_error_handling() -> TextContent:
    """Fails."""
    raise ToolError("This tool always fails.")


@tool
async def test_tool_with_logging(ctx: Context) -> TextContent:
    """Logs as it works."""
    for step in ("started", "done"):
        await ctx.info(step)
        await asyncio.sleep(0.02)
    return text("Logged twice.")


@tool
async def test_tool_with_progress(ctx: Context) -> TextContent:
    """Tells how far it is."""
    for done in (0, 50, 100):
        await ctx.report_progress(done, 100, f"{done} of 100")
        await asyncio.sleep(0.02)
    return text("Came all the way.")


# A resolver asks in the way of the era: with a request of its own, or with an `input_required` result.


class Name(BaseModel):
    name: str


def ask_user(message: str) -> Elicit[Name]:
    return Elicit(message, Name)


def ask_model(prompt: str) -> Sample:
    return Sample([SamplingMessage(role="user", content=text(prompt))], max_tokens=100)


def ask_roots() -> ListRoots:
    return ListRoots()


@tool
def test_elicitation(message: str, answer: Annotated[ElicitationResult[Name], Resolve(ask_user)]) -> TextContent:
    """Asks the user."""
    return text(answer.action)


@tool
def test_sampling(prompt: str, answer: Annotated[CreateMessageResult, Resolve(ask_model)]) -> TextContent:
    """Asks the client's model."""
    return text(answer.content.text)


@tool
def test_list_roots(answer: Annotated[ListRootsResult, Resolve(ask_roots)]) -> TextContent:
    """Asks for the roots."""
    return text(", ".join(str(root.uri) for root in answer.roots))


# These write their `input_required` results by hand, for the modern revision alone.


def form(message: str, field: str, kind: str = "string") -> ElicitRequest:
    schema = {"type": "object", "properties": {field: {"type": kind}}, "required": [field]}
    return ElicitRequest(params=ElicitRequestFormParams(message=message, requested_schema=schema))


def sampling(prompt: str) -> CreateMessageRequest:
    messages = [SamplingMessage(role="user", content=text(prompt))]
    return CreateMessageRequest(params=CreateMessageRequestParams(messages=messages, max_tokens=50))


def ask(state: str | None = None, **questions) -> InputRequiredResult:
    return InputRequiredResult(input_requests=questions, request_state=state)


def answered(ctx: Context, *keys: str) -> bool:
    return all(key in (ctx.input_responses or {}) for key in keys)


@tool
def test_input_required_result_elicitation(ctx: Context) -> TextContent | InputRequiredResult:
    """Asks for a name."""
    return text("Hello!") if answered(ctx, "name") else ask(name=form("What is your name?", "name"))


@tool
def test_input_required_result_request_state(ctx: Context) -> TextContent | InputRequiredResult:
    """Asks, and remembers it in state."""
    if answered(ctx, "confirm") and ctx.request_state == "asked":
        return text("state-ok")
    return ask("asked", confirm=form("Shall it be so?", "ok", "boolean"))


@tool
def test_input_required_result_multiple_inputs(ctx: Context) -> TextContent | InputRequiredResult:
    """Asks for three things at once."""
    if answered(ctx, "name", "greeting", "roots"):
        return text("Three answers.")
    return ask("asked", name=form("What is your name?", "name"), greeting=sampling("Greet somebody."), roots=ListRootsRequest())


@tool
def test_input_required_result_multi_round(ctx: Context) -> TextContent | InputRequiredResult:
    """Asks twice."""
    if ctx.request_state == "named" and answered(ctx, "color"):
        return text("Two answers.")
    if ctx.request_state == "asked" and answered(ctx, "name"):
        return ask("named", color=form("Which color do you like?", "color"))
    return ask("asked", name=form("What is your name?", "name"))


@tool
async def test_trigger_tool_change(ctx: Context) -> TextContent:
    """Says that the tools changed."""
    await ctx.notify_tools_changed()
    return text("The tools are said to have changed.")


@server.prompt(description="One message")
def test_simple_prompt() -> str:
    return "This is a simple prompt."


@server.prompt(description="One message with two words in it")
def test_prompt_with_arguments(arg1: str, arg2: str) -> str:
    return f"Two words: {arg1} and {arg2}"


@server.prompt(description="A resource and a message about it")
def test_prompt_with_embedded_resource(resourceUri: str) -> list:
    return [UserMessage(embedded(resourceUri, "text/plain", "A text in a prompt.")), UserMessage("What does it say?")]


@server.prompt(description="A picture and a message about it")
def test_prompt_with_image() -> list:
    return [UserMessage(Image(data=DOT, format="png")), UserMessage("What is in the picture?")]


@server.prompt(description="A message about what the user says")
def test_input_required_result_prompt(ctx: Context) -> str | InputRequiredResult:
    return "About that." if answered(ctx, "topic") else ask(topic=form("What is it about?", "topic"))


@server.resource("test://static-text", name="static-text", description="A text", mime_type="text/plain")
def static_text() -> str:
    return "A text that never changes."


@server.resource("test://static-binary", name="static-binary", description="A picture", mime_type="image/png")
def static_binary() -> bytes:
    return DOT


@server.resource("test://template/{id}/data", name="data", description="Data by its id", mime_type="application/json")
def template(id: str) -> dict:
    return {"id": id}


@server.completion()
async def complete(ref, argument, context) -> Completion:
    values = [word for word in ("paris", "park", "pier") if word.startswith(argument.value)]
    return Completion(values=values, total=len(values), has_more=False)


server.run("stdio")
