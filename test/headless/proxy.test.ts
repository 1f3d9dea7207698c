import { expect, onTestFinished, test } from 'vitest';
import { canMakeCertificates, proxyTo, tlsFor } from '../support/proxiedWorld';
import { OtlpReceiver } from '../support/otlpReceiver';
import { remoteMcp } from '../support/remoteWorld';
import { says, scriptedEndpoint } from '../support/scriptedEndpoint';
import { overHttp, overStdio } from './clients';
import { script, world } from './world';

/** A name that only the proxy knows. */
const HOST = 'mcp.behind.example';
const PASSWORD = 'proxy-password-1';

/** A remote server that is reached through a proxy only, and what a program has to be told of it. */
async function behindProxy() {
  const server = await remoteMcp();
  const tls = await tlsFor(HOST, Number(new URL(server.url).port));
  const proxy = await proxyTo(`${HOST}:443`, tls.port, PASSWORD);
  const address = (password: string): string => `http://user:${password}@127.0.0.1:${proxy.port}`;
  const of = world({
    wiki: { type: 'http', url: `https://${HOST}${new URL(server.url).pathname}` },
    dies: script('console.error(process.env.HTTPS_PROXY); process.exit(3)'),
  });
  return { of, proxy, address, certificates: { NODE_EXTRA_CA_CERTS: tls.cert } };
}

test.skipIf(!canMakeCertificates)(
  'a remote server is reached through the proxy of the network, whose password is told to nobody',
  async () => {
    const { of, proxy, address, certificates } = await behindProxy();
    const env = { HTTPS_PROXY: address(PASSWORD), ...certificates };
    const { agent, stderr } = await overStdio(of, ['--approve', 'all'], env);
    const activated = await agent.call('mcp_activate', { name: 'wiki' });
    expect([activated.isError, activated.text]).toEqual([false, expect.stringContaining('echo')]);
    expect(proxy.asked).toContain(`${HOST}:443`);
    const failed = await agent.call('mcp_activate', { name: 'dies' });
    expect(failed.text).toContain('Last output: •••');
    expect(`${activated.text} ${failed.text} ${stderr()}`).not.toContain(PASSWORD);
  },
);

test.skipIf(!canMakeCertificates)('a model is reached through the proxy of the network', async () => {
  const model = await scriptedEndpoint(says('From afar.'));
  const { env, proxy } = await proxied(model.url);
  const served = await overHttp(world({}), ['--model-endpoint', `https://${HOST}/v1`], env);
  const answer = await fetch(served.url.replace(/\/mcp$/, '/llm-exec/round'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${served.token}` },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hi' }] }),
  });
  expect(await answer.text()).toContain('From afar.');
  expect(proxy.asked).toEqual([`${HOST}:443`]);
});

test.skipIf(!canMakeCertificates)('telemetry leaves through the proxy of the network', async () => {
  const collector = new OtlpReceiver();
  const { env } = await proxied(await collector.open());
  onTestFinished(() => collector.close());
  const { agent } = await overStdio(world({}), ['--telemetry', `https://${HOST}`], env);
  await agent.call('mcp_environment', {});
  await agent.client.close();
  await collector.until(({ spans }) => spans.length > 0);
});

/** A proxy through which alone something on this machine is reached, under a name of the world. */
async function proxied(url: string) {
  const tls = await tlsFor(HOST, Number(new URL(url).port));
  const proxy = await proxyTo(`${HOST}:443`, tls.port, PASSWORD);
  const address = `http://user:${PASSWORD}@127.0.0.1:${proxy.port}`;
  return { proxy, env: { HTTPS_PROXY: address, NODE_EXTRA_CA_CERTS: tls.cert } };
}

test.skipIf(!canMakeCertificates)('a proxy that refuses is told as the reason', async () => {
  const { of, address, certificates } = await behindProxy();
  const env = { https_proxy: address('wrong-password'), ...certificates };
  const { agent } = await overStdio(of, ['--approve', 'all'], env);
  const { text } = await agent.call('mcp_activate', { name: 'wiki' });
  expect(text).toContain(`The network's proxy did not connect to ${HOST}. Check HTTPS_PROXY`);
  expect(text).not.toContain('wrong-password');
});

test.skipIf(!canMakeCertificates)('no proxy is asked for what NO_PROXY names', async () => {
  const { of, proxy, address, certificates } = await behindProxy();
  const env = { HTTPS_PROXY: address(PASSWORD), NO_PROXY: '.behind.example', ...certificates };
  const { agent } = await overStdio(of, ['--approve', 'all'], env);
  const { text } = await agent.call('mcp_activate', { name: 'wiki' });
  expect(text).toContain(`The host ${HOST} was not found`);
  expect(proxy.asked).toEqual([]);
});
