import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { createServer } from 'node:https';
import type { TestContext } from 'node:test';

const DAY_MS = 86_400_000;

/** A host on this machine that is reached over https. */
export interface HttpsHost {
  origin: string;
  /** Whoever trusts it reaches the host. */
  certificate: string;
  /** What stands at each path. */
  documents: Map<string, unknown>;
}

/** Serves JSON documents over https under a certificate that is made for the occasion. */
export async function openHttpsHost(t: Pick<TestContext, 'after'>): Promise<HttpsHost> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = selfSigned('localhost', publicKey, privateKey);
  const documents = new Map<string, unknown>();
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const server = createServer({ key, cert: certificate }, (request, response) => {
    const document = documents.get(request.url ?? '');
    response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(document));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => void server.close());
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return { origin: `https://localhost:${address.port}`, certificate, documents };
}

/** A certificate for one name (RFC 5280), signed with ECDSA and SHA-256 by its own key. */
function selfSigned(name: string, publicKey: KeyObject, privateKey: KeyObject): string {
  const algorithm = sequence(bytes(0x06, '2a8648ce3d040302'));
  const commonName = sequence(der(0x31, sequence(bytes(0x06, '550403'), der(0x0c, Buffer.from(name)))));
  const alternativeNames = der(0x04, sequence(der(0x82, Buffer.from(name))));
  const content = sequence(
    der(0xa0, bytes(0x02, '02')),
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    algorithm,
    commonName,
    sequence(instant(Date.now() - DAY_MS), instant(Date.now() + DAY_MS)),
    commonName,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(bytes(0x06, '551d11'), alternativeNames))),
  );
  const signature = der(0x03, Buffer.of(0), sign('sha256', content, privateKey));
  const whole = sequence(content, algorithm, signature).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${whole.replaceAll(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`;
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function bytes(tag: number, hex: string): Buffer {
  return der(tag, Buffer.from(hex, 'hex'));
}

function instant(ms: number): Buffer {
  return der(0x17, Buffer.from(`${new Date(ms).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`));
}

/** One value as DER writes it: what it is, how long, and its content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}
