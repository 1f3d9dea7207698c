const FIXTURE = 'the program has none of the diagnostic tools that the suite wants of a fixture';
const OLDER = 'the fixture behind us is of the older line: its tool has none of these keywords';
const ECHO = 'the driver gives tools what their schemas ask for, and sends no definition back';

/** Checks of MCP 2026-07-28 that do not pass: what they are called, what is said of them, and the reason (docs/dev/conformance.md). */
const NAMED = [
  [
    /^alone: server-stateless: sep-2575-server-rejects-undeclared-capability$/,
    /test_missing_capability/,
    FIXTURE,
  ],
  [/^alone: server-stateless: sep-2575-missing-capability-http-400$/, /test_missing_capability/, FIXTURE],
  [/^alone: server-stateless: sep-2575-server-sends-(?:prompts|tools)-list-changed/, /Mutated/, FIXTURE],
  [
    /^alone: caching: sep-2549-resources-read-caching-hints$/,
    /no resources/,
    'the program alone has no resource; behind us the check passes',
  ],
  [
    /^behind us: input-required-result-basic-elicitation: sep-2322-elicitation-incomplete$/,
    /user_name/,
    'questions of an older server have no keys of their own: ours stand there',
  ],
  [
    /^behind us: input-required-result-ignore-extra-params: sep-2322-ignore-unexpected-params$/,
    /extra keys/,
    'the same: its answer comes under a key that is not ours',
  ],
  [/^behind us: json-schema: sep-2106-/, /missing from|keywords missing/, OLDER],
  [
    /^client: http-standard-headers: sep-2243-client-includes-standard-headers$/,
    /did not send a (?:initialize|notifications\/initialized) request/,
    'this era has no such requests',
  ],
  [
    /^client: json-schema-ref-no-deref$/,
    /Method not found/,
    'its server lists a tool and answers no call of it, so the driver fails; the check itself passes',
  ],
  [/^client: json-schema-2020-12-preservation: .*(?:echo-completed|-preserved)$/, /echo/, ECHO],
  [
    /^client: auth\/authorization-server-migration: sep-2352-reregister-on-as-change$/,
    /FAILURE/,
    'a server that names another issuer is refused until a person signs out: it may have been taken over',
  ],
];

/** The checks with what is named taken for good. Where all ran, a name that fits nothing any more is a failure. */
export function named(checks, isWhole) {
  const used = new Set();
  const judged = checks.map(check => {
    const { title, problem } = check;
    const found = NAMED.find(
      ([name, said]) => problem !== undefined && name.test(title) && said.test(problem),
    );
    if (found === undefined) return check;
    used.add(found);
    return { title: `${title} (named: ${found[2]})`, problem: undefined };
  });
  const stale = isWhole ? NAMED.filter(entry => !used.has(entry)) : [];
  const problem = 'It passes now, or is not there: take it out of named.mjs.';
  return [...judged, ...stale.map(([name]) => ({ title: String(name), problem }))];
}
