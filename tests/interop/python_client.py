"""A client on the official Python SDK, which tries everything that examples/everything_server offers.

Usage: python_client.py [--era ERA] (--url URL | COMMAND ARG...)

ERA is `auto` (the default) or a revision, which is then the only one that is spoken. Each step prints a line.
"""

import argparse
import asyncio
import logging
import os
import sys
import warnings
from contextlib import AsyncExitStack

import mcp_types as types
from mcp import Client, ClientSession, MCPDeprecationWarning, MCPError, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

MODERN = "2026-07-28"
TIMEOUT = 15
WATCHED = "test://watched-resource"

# The older revisions are what this is for, so being told that they are old is no help.
warnings.simplefilter("ignore", MCPDeprecationWarning)
logging.disable(logging.ERROR)


def check(truth, reason):
    if not truth:
        raise AssertionError(reason)


async def until(truth, reason):
    for _ in range(250):
        if truth():
            return
        await asyncio.sleep(0.02)
    raise AssertionError(reason)


async def refused(request):
    """What a revision does not know has to end in an error, and never in something else than was asked for."""
    try:
        await request
    except MCPError as error:
        return f"error {error.code}"
    raise AssertionError("it was not refused")


def innermost(error):
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]


def fill(field):
    if "default" in field:
        return field["default"]
    choices = field.get("enum") or [choice["const"] for choice in field.get("oneOf") or field.get("anyOf") or []]
    if choices:
        return choices[0]
    return {"array": lambda: [fill(field["items"])], "boolean": lambda: True, "integer": lambda: 1,
            "number": lambda: 1.5, "string": lambda: "quay"}[field["type"]]()


class User:
    """The callbacks, which serve a request of a legacy session and one that is embedded in a modern result alike."""

    def __init__(self):
        self.sampling = self.elicitation = self.roots = self.logs = self.updates = self.tools = 0

    async def sample(self, context, params):
        self.sampling += 1
        content = types.TextContent(type="text", text="Ahoy.")
        return types.CreateMessageResult(role="assistant", model="a-model", content=content)

    async def elicit(self, context, params):
        self.elicitation += 1
        fields = params.requested_schema["properties"].items()
        return types.ElicitResult(action="accept", content={name: fill(field) for name, field in fields})

    async def list_roots(self, context):
        self.roots += 1
        return types.ListRootsResult(roots=[types.Root(uri="file:///srv/quay")])

    async def log(self, params):
        self.logs += 1

    async def hear(self, message):
        self.updates += isinstance(message, types.ResourceUpdatedNotification)
        self.tools += isinstance(message, types.ToolListChangedNotification)

    def callbacks(self):
        return {
            "sampling_callback": self.sample, "elicitation_callback": self.elicit, "list_roots_callback": self.list_roots,
            "logging_callback": self.log, "message_handler": self.hear, "log_level": "debug",
            "client_info": types.Implementation(name="python-client", version="1.0.0"), "read_timeout_seconds": TIMEOUT,
        }


async def connect(stack, transport, era, user):
    """Opens a session, and says which revision it is of.

    `Client` offers only the newest legacy revision, so an older one is offered by a handshake of our own on a
    `ClientSession`. A pinned modern `Client` asks nothing when it connects, so the discovery is asked for here.
    """
    if era in ("auto", MODERN):
        client = await stack.enter_async_context(Client(transport, mode=era, **user.callbacks()))
        if era == MODERN:
            found = types.DiscoverResult.model_validate(await client.session.send_discover(MODERN))
            check(found.supported_versions == [MODERN], f"the server supports {found.supported_versions}")
        return client, client.protocol_version
    read, write = await stack.enter_async_context(transport)
    session = await stack.enter_async_context(ClientSession(read, write, **user.callbacks()))
    # A client declares only what its revision has.
    elicitation = types.ElicitationCapability() if era >= "2025-06-18" else None
    capabilities = types.ClientCapabilities(
        sampling=types.SamplingCapability(), roots=types.RootsCapability(list_changed=True), elicitation=elicitation)
    params = types.InitializeRequestParams(protocol_version=era, capabilities=capabilities,
                                           client_info=types.Implementation(name="python-client", version="1.0.0"))
    result = await session.send_request(types.InitializeRequest(params=params), types.InitializeResult)
    session.adopt(result)
    await session.send_notification(types.InitializedNotification())
    return session, result.protocol_version


class Steps:
    """One method a group of steps; `peer` is a `Client` or a `ClientSession`, which share what is called here."""

    def __init__(self, peer, version, user):
        self.peer, self.version, self.user, self.failures = peer, version, user, 0

    async def step(self, name, work):
        try:
            note = await asyncio.wait_for(work, TIMEOUT)
            print(f"ok {name}" + (f" ({note})" if note else ""), flush=True)
        except Exception as error:
            self.failures += 1
            print(f"FAIL {name}: {innermost(error)}", flush=True)

    async def call(self, name, arguments=None, **more):
        result = await self.peer.call_tool(name, arguments or {}, **more)
        check(not result.is_error, f"isError: {result.content}")
        return result

    async def since(self, revision, name, work):
        """A step that an earlier revision has to refuse."""
        await self.step(name, work if self.version >= revision else refused(work))

    async def content(self, name, *kinds):
        result = await self.call(name)
        check(tuple(block.type for block in result.content) == kinds, f"content {result.content}")

    async def asking(self, kind, name, arguments=None):
        """A tool that asks the client has asked it by the time its result is there."""
        before = getattr(self.user, kind)
        await self.call(name, arguments)
        check(getattr(self.user, kind) > before, "the client was not asked")

    async def lists(self):
        async def listed(request, member):
            found = getattr(await request, member)
            check(found, "it is empty")
            return len(found)

        await self.step("list tools", listed(self.peer.list_tools(), "tools"))
        await self.step("list prompts", listed(self.peer.list_prompts(), "prompts"))
        await self.step("list resources", listed(self.peer.list_resources(), "resources"))
        await self.step("list templates", listed(self.peer.list_resource_templates(), "resource_templates"))

    async def tools(self):
        await self.step("text", self.content("test_simple_text", "text"))
        await self.step("image", self.content("test_image_content", "image"))
        await self.step("resource", self.content("test_embedded_resource", "resource"))
        await self.step("several kinds", self.content("test_multiple_content_types", "text", "image", "resource"))
        await self.since("2025-03-26", "audio", self.content("test_audio_content", "audio"))
        await self.step("isError", self.failing())
        await self.step("unknown tool", refused(self.call("no_such_tool")))
        await self.step("progress", self.progress())
        if self.version != MODERN:
            await self.step("log level", self.set_level())
        await self.step("log", self.log())
        await self.step("sampling", self.asking("sampling", "test_sampling", {"prompt": "Which way?"}))
        await self.step("roots", self.asking("roots", "test_input_required_result_list_roots"))
        who = self.asking("elicitation", "test_elicitation", {"message": "Who are you?"})
        await self.since("2025-06-18", "elicitation", who)
        choices = self.asking("elicitation", "test_elicitation_sep1330_enums")
        await self.since("2025-11-25", "elicitation with choices", choices)
        if self.version >= "2025-06-18":
            defaults = self.asking("elicitation", "test_elicitation_sep1034_defaults")
            await self.step("elicitation with defaults", defaults)
            await self.step("two rounds", self.asking("elicitation", "test_input_required_result_multi_round"))
            await self.step("three questions", self.asking("roots", "test_input_required_result_multiple_inputs"))
            await self.step("state", self.asking("elicitation", "test_input_required_result_request_state"))
        if self.version == MODERN:
            await self.step("tampered state", self.tampering())

    async def failing(self):
        check((await self.peer.call_tool("test_error_handling", {})).is_error, "no isError")

    async def progress(self):
        seen = []

        async def hear(value, total, message):
            seen.append(value)

        await self.call("test_tool_with_progress", progress_callback=hear)
        check(len(seen) >= 2 and seen == sorted(set(seen)), f"it went {seen}")

    async def set_level(self):
        await self.peer.set_logging_level("debug")

    async def log(self):
        # To a modern server the level of the client goes along with every request.
        await self.call("test_tool_with_logging")
        await until(lambda: self.user.logs, "no log message came")

    async def tampering(self):
        name = "test_input_required_result_tampered_state"
        first = await self.peer.session.call_tool(name, {}, allow_input_required=True)
        answers = {"confirm": types.ElicitResult(action="accept", content={"ok": True})}
        state = first.request_state + "-tampered"
        again = self.peer.session.call_tool(
            name, {}, allow_input_required=True, input_responses=answers, request_state=state)
        return await refused(again)

    async def rest(self):
        prompts = {"test_simple_prompt": None, "test_prompt_with_image": None,
                   "test_prompt_with_arguments": {"arg1": "bow", "arg2": "stern"},
                   "test_prompt_with_embedded_resource": {"resourceUri": "test://static-text"}}
        if self.version == MODERN:
            prompts["test_input_required_result_prompt"] = None
        for name, arguments in prompts.items():
            await self.step(f"prompt {name}", self.prompt(name, arguments))
        await self.step("unknown prompt", refused(self.peer.get_prompt("no_such_prompt")))
        for uri, kind in {"static-text": "text", "static-binary": "blob", "template/1/data": "text"}.items():
            await self.step(f"resource {uri}", self.resource(f"test://{uri}", kind))
        await self.step("unknown resource", refused(self.peer.read_resource("test://no-such")))
        await self.step("completion", self.completion())
        await self.step("subscription", self.listening() if self.version == MODERN else self.subscribing())

    async def prompt(self, name, arguments):
        result = await self.peer.get_prompt(name, arguments)
        check(result.messages, "no messages")
        for word in (arguments or {}).values():
            check(word in result.model_dump_json(), f"{word} did not arrive")

    async def resource(self, uri, kind):
        contents = (await self.peer.read_resource(uri)).contents
        check(isinstance(getattr(contents[0], kind, None), str), f"contents {contents}")

    async def completion(self):
        ref = types.PromptReference(type="ref/prompt", name="test_prompt_with_arguments")
        result = await self.peer.complete(ref, {"name": "arg1", "value": "par"})
        check("park" in result.completion.values, f"values {result.completion.values}")

    async def listening(self):
        async with self.peer.listen(tools_list_changed=True, resource_subscriptions=[WATCHED]) as events:
            await self.call("test_trigger_tool_change")
            await self.call("test_trigger_resource_change")
            events = aiter(events)
            return " ".join(sorted([type(await anext(events)).__name__, type(await anext(events)).__name__]))

    async def subscribing(self):
        await self.peer.subscribe_resource(WATCHED)
        await self.call("test_trigger_resource_change")
        await until(lambda: self.user.updates, "no notification came")
        await self.peer.unsubscribe_resource(WATCHED)
        await self.call("test_trigger_resource_change")
        await self.call("test_trigger_tool_change")
        await until(lambda: self.user.tools, "no notification of the tools came")
        check(self.user.updates == 1, "a notification came after the subscription had ended")
        await self.peer.send_ping()
        await self.peer.send_roots_list_changed()


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--era", default="auto")
    parser.add_argument("--url")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    if options.url:
        transport = streamable_http_client(options.url)
    else:
        server = StdioServerParameters(command=options.command[0], args=options.command[1:], env=dict(os.environ))
        transport = stdio_client(server)
    user = User()
    # The SDK's task groups are left by the task that entered them, so connecting and closing are no steps of their own.
    try:
        async with AsyncExitStack() as stack:
            async with asyncio.timeout(TIMEOUT):
                peer, version = await connect(stack, transport, options.era, user)
            check(options.era in ("auto", version), f"{version} was negotiated")
            print(f"ok connect ({version})", flush=True)
            steps = Steps(peer, version, user)
            await steps.lists()
            await steps.tools()
            await steps.rest()
        print("ok close", flush=True)
    except Exception as error:
        print(f"FAIL: {innermost(error)}", flush=True)
        return 1
    return 1 if steps.failures else 0


sys.exit(asyncio.run(main()))
