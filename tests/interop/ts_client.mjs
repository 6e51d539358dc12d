// A client on the official TypeScript SDK, which tries everything that examples/everything_server offers.
//
// Usage: ts_client.mjs [--era ERA] (--url URL | COMMAND ARG...)
//
// ERA is `auto` (the default) or a revision, which is then the only one that is spoken. Each step prints a line.

import { Client, LOG_LEVEL_META_KEY, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const MODERN = '2026-07-28';
const options = { timeout: 15_000 };

const args = process.argv.slice(2);
const option = name => (args[0] === name ? args.splice(0, 2)[1] : undefined);
const era = option('--era') ?? 'auto';
const url = option('--url');

let failures = 0;
async function step(name, work) {
    try {
        const note = await work();
        console.log(`ok ${name}${note ? ` (${note})` : ''}`);
    } catch (error) {
        failures += 1;
        console.log(`FAIL ${name}: ${String(error?.message ?? error).replaceAll('\n', ' ')}`);
    }
}
function check(truth, reason) {
    if (!truth) throw new Error(reason);
}
async function until(truth, reason) {
    for (let waited = 0; !truth(); waited += 20) {
        check(waited < 5_000, reason);
        await new Promise(resolve => setTimeout(resolve, 20));
    }
}
// What a revision does not know has to end in an error, and never in something else than was asked for.
async function refused(work) {
    const reason = await work().then(() => undefined, error => error.message);
    check(reason !== undefined, 'it was not refused');
    return reason;
}

// A client declares only what its revision has. The names of the revisions are dates, so they compare as text.
const newest = era === 'auto' ? MODERN : era;
const capabilities = { sampling: {}, roots: newest === MODERN ? {} : { listChanged: true } };
if (newest >= '2025-06-18') capabilities.elicitation = newest >= '2025-11-25' ? { form: {}, url: {} } : {};
const negotiation =
    era === 'auto' ? { versionNegotiation: { mode: 'auto', probe: { timeoutMs: 5_000 } } }
    : era === MODERN ? { versionNegotiation: { mode: { pin: MODERN } } }
    : { supportedProtocolVersions: [era] };
const client = new Client({ name: 'ts-client', version: '1.0.0' }, { capabilities, ...negotiation });

// The same handlers serve a request of a legacy session and one that is embedded in a modern result.
const asked = { sampling: 0, elicitation: 0, roots: 0 };
const heard = { log: 0, updated: 0, tools: 0 };
const fill = field => {
    const choice = field.enum?.[0] ?? (field.oneOf ?? field.anyOf)?.[0].const;
    const samples = { string: 'quay', boolean: true, integer: 1, number: 1.5 };
    return field.default ?? choice ?? (field.type === 'array' ? [fill(field.items)] : samples[field.type]);
};
client.setRequestHandler('sampling/createMessage', async () => {
    asked.sampling += 1;
    return { role: 'assistant', model: 'a-model', content: { type: 'text', text: 'Ahoy.' } };
});
client.setRequestHandler('roots/list', async () => {
    asked.roots += 1;
    return { roots: [{ uri: 'file:///srv/quay' }] };
});
if (capabilities.elicitation) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
        asked.elicitation += 1;
        const fields = Object.entries(params.requestedSchema.properties);
        return { action: 'accept', content: Object.fromEntries(fields.map(([name, field]) => [name, fill(field)])) };
    });
}
client.setNotificationHandler('notifications/message', () => void (heard.log += 1));
client.setNotificationHandler('notifications/resources/updated', () => void (heard.updated += 1));
client.setNotificationHandler('notifications/tools/list_changed', () => void (heard.tools += 1));

async function call(name, args = {}, extra = {}, more = {}) {
    const result = await client.callTool({ name, arguments: args, ...extra }, { ...options, ...more });
    check(!result.isError, `isError: ${JSON.stringify(result.content)}`);
    return result;
}

async function content(name, kinds) {
    const found = (await call(name)).content.map(block => block.type).join();
    check(found === kinds, `content is ${found}`);
}

// A tool that asks the client has asked it by the time its result is there.
async function asking(kind, name, args) {
    const before = asked[kind];
    await call(name, args);
    check(asked[kind] > before, 'the client was not asked');
}

async function lists() {
    const lists = {
        tools: client.listTools(undefined, options),
        prompts: client.listPrompts(undefined, options),
        resources: client.listResources(undefined, options),
        resourceTemplates: client.listResourceTemplates(undefined, options)
    };
    for (const [name, list] of Object.entries(lists)) {
        await step(`list ${name}`, async () => {
            const found = (await list)[name];
            check(found.length > 0, 'it is empty');
            return found.length;
        });
    }
}

async function tools(version, modern) {
    await step('text', () => content('test_simple_text', 'text'));
    await step('image', () => content('test_image_content', 'image'));
    await step('resource', () => content('test_embedded_resource', 'resource'));
    await step('several kinds', () => content('test_multiple_content_types', 'text,image,resource'));
    const audio = () => content('test_audio_content', 'audio');
    await step('audio', () => (version < '2025-03-26' ? refused(audio) : audio()));
    await step('isError', async () => check((await client.callTool({ name: 'test_error_handling' }, options)).isError, 'no isError'));
    await step('unknown tool', () => refused(() => call('no_such_tool')));
    await step('progress', async () => {
        const seen = [];
        await call('test_tool_with_progress', {}, {}, { onprogress: ({ progress }) => seen.push(progress) });
        // The SDK hands out a notification a turn later than a response, and so loses one that comes in the same read.
        check(seen.length >= 2 && seen.every((value, i) => i === 0 || value > seen[i - 1]), `it went ${seen}`);
    });
    if (!modern) await step('log level', () => client.setLoggingLevel('debug', options));
    await step('log', async () => {
        await call('test_tool_with_logging', {}, modern ? { _meta: { [LOG_LEVEL_META_KEY]: 'debug' } } : {});
        await until(() => heard.log > 0, 'no log message came');
    });
    await step('sampling', () => asking('sampling', 'test_sampling', { prompt: 'Which way?' }));
    await step('roots', () => asking('roots', 'test_input_required_result_list_roots'));
    const elicitation = () => asking('elicitation', 'test_elicitation', { message: 'Who are you?' });
    await step('elicitation', () => (version < '2025-06-18' ? refused(elicitation) : elicitation()));
    const choices = () => asking('elicitation', 'test_elicitation_sep1330_enums');
    await step('elicitation with choices', () => (version < '2025-11-25' ? refused(choices) : choices()));
    if (version >= '2025-06-18') {
        await step('elicitation with defaults', () => asking('elicitation', 'test_elicitation_sep1034_defaults'));
        await step('two rounds', () => asking('elicitation', 'test_input_required_result_multi_round'));
        await step('three questions', () => asking('roots', 'test_input_required_result_multiple_inputs'));
        await step('state', () => asking('elicitation', 'test_input_required_result_request_state'));
    }
}

async function tampering() {
    const name = 'test_input_required_result_tampered_state';
    const first = await client.callTool({ name }, { ...options, allowInputRequired: true });
    check(first.resultType === 'input_required', JSON.stringify(first));
    const inputResponses = { confirm: { action: 'accept', content: { ok: true } } };
    const retry = { name, inputResponses, requestState: `${first.requestState}-tampered` };
    return refused(() => client.callTool(retry, options));
}

async function rest(version) {
    const prompts = {
        test_simple_prompt: undefined,
        test_prompt_with_arguments: { arg1: 'bow', arg2: 'stern' },
        test_prompt_with_embedded_resource: { resourceUri: 'test://static-text' },
        test_prompt_with_image: undefined
    };
    if (version >= '2025-06-18') prompts.test_input_required_result_prompt = undefined;
    for (const [name, given] of Object.entries(prompts)) {
        await step(`prompt ${name}`, async () => {
            const { messages } = await client.getPrompt({ name, arguments: given }, options);
            check(messages.length > 0, 'no messages');
            const missing = Object.values(given ?? {}).filter(word => !JSON.stringify(messages).includes(word));
            check(missing.length === 0, `${missing} did not arrive`);
        });
    }
    await step('unknown prompt', () => refused(() => client.getPrompt({ name: 'no_such_prompt' }, options)));
    for (const [uri, kind] of [['test://static-text', 'text'], ['test://static-binary', 'blob'], ['test://template/1/data', 'text']]) {
        await step(`resource ${uri}`, async () => {
            const { contents } = await client.readResource({ uri }, options);
            check(typeof contents[0][kind] === 'string', JSON.stringify(contents));
        });
    }
    await step('unknown resource', () => refused(() => client.readResource({ uri: 'test://no-such' }, options)));
    await step('completion', async () => {
        const ref = { type: 'ref/prompt', name: 'test_prompt_with_arguments' };
        const { completion } = await client.complete({ ref, argument: { name: 'arg1', value: 'par' } }, options);
        check(completion.values.includes('park'), JSON.stringify(completion));
    });
}

async function changes(modern) {
    const uri = 'test://watched-resource';
    if (modern) {
        await step('subscription', async () => {
            const listening = await client.listen({ toolsListChanged: true, resourceSubscriptions: [uri] }, options);
            await call('test_trigger_tool_change');
            await call('test_trigger_resource_change');
            await until(() => heard.tools > 0 && heard.updated > 0, 'a notification is missing');
            await listening.close();
            return Object.keys(listening.honoredFilter).join();
        });
        return;
    }
    await step('subscription', async () => {
        await client.subscribeResource({ uri }, options);
        await call('test_trigger_resource_change');
        await until(() => heard.updated > 0, 'no notification came');
        await client.unsubscribeResource({ uri }, options);
        await call('test_trigger_resource_change');
        await call('test_trigger_tool_change');
        await until(() => heard.tools > 0, 'no notification of the tools came');
        check(heard.updated === 1, 'a notification came after the subscription had ended');
    });
    await step('ping', () => client.ping(options).then(() => undefined));
    await step('roots changed', () => client.sendRootsListChanged());
}

const transport = url
    ? new StreamableHTTPClientTransport(new URL(url))
    : new StdioClientTransport({ command: args[0], args: args.slice(1), stderr: 'ignore', env: { ...process.env } });
await step('connect', async () => {
    await client.connect(transport, options);
    const version = client.getNegotiatedProtocolVersion();
    check(version === newest, `${version} was negotiated`);
    return version;
});
if (failures === 0) {
    const modern = client.getProtocolEra() === 'modern';
    await lists();
    await tools(newest, modern);
    if (modern) await step('tampered state', tampering);
    await rest(newest);
    await changes(modern);
    await step('close', () => client.close());
}
process.exit(failures ? 1 : 0);
