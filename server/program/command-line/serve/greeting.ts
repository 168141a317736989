import { createHash } from 'node:crypto'
import { demoSecrets } from '../../../domain/brand/keys/public-secrets.ts'
import { demoLogins } from '../../../doors/access/login/demo-logins.ts'
import { urlOf } from '../../../doors/api/url-of.ts'
import { isKeyInForce } from '../../../storage/brand-store/keys/api-key.sql.ts'
import type { Service } from '../../assembly/running-server.ts'
import type { Config } from '../../configuration/config.ts'
import { withPool } from '../pool.ts'
import { announce } from './announce.ts'
import type { FirstAdministrator } from './first-link.ts'

/** The id of the brand of demo/harbor-coffee.yaml. */
export const demoBrand = '1001'

const demo = { brand: demoBrand, key: 'demo-key', secret: demoSecrets.till, location: 'L1', terminal: 'T1' }

/** The demo's credentials, where they work: in the demo environment, as long as they are in force. */
export async function findDemoKey(url: string, environment: string): Promise<typeof demo | undefined> {
  if (environment !== 'demo') return undefined
  const secretSha256 = createHash('sha256').update(demo.secret).digest()
  const { brand, key } = demo
  return withPool(url, async (pool) => ((await isKeyInForce(pool, brand, key, secretSha256)) ? demo : undefined))
}

interface Greeting {
  readonly demoKey: typeof demo | undefined
  /** Undefined once somebody can log in. */
  readonly first: FirstAdministrator | undefined
}

/** Says where a started server is, how to call it, and where the interface is described. */
export function greet(
  service: Pick<Service, 'address' | 'port'>,
  { demoKey, first }: Greeting,
  { logFormat: format, publicUrl }: Pick<Config, 'logFormat' | 'publicUrl'>,
): void {
  const url = urlOf(service)
  announce('ready', `\nPurser is ready at ${url}`, format)
  if (demoKey) announce('demo', demoText(url, demoKey), format)
  if (first) announce('portal', firstText(first, publicUrl ?? url), format)
  announce('docs', `\nThe documentation is at ${url}/docs. For tools: /openapi.json and /api-docs/merchant.\n`, format)
}

function firstText(first: FirstAdministrator, url: string): string {
  const none = '\nThe portal has no administrator of yours yet.'
  return first.kind === 'link'
    ? `${none} Set the password of the first, admin, here, once, within 24 hours:\n${url}${first.path}`
    : `${none} To make the first, run: npx purser user link`
}

function demoText(url: string, { brand, key, secret, location, terminal }: typeof demo): string {
  const headers = `-u ${key}:${secret} -H 'Brand: ${brand}' -H 'Location: ${location}' -H 'Terminal: ${terminal}'`
  return `
Demo brand ${brand}: key ${key}, secret ${secret}, location ${location}, terminal ${terminal}.
It works from this machine only. For the group admin: key demo-admin, secret ${demoSecrets.admin}.
The portal is at ${url}/portal; its logins work from this machine only, too:
${demoLogins.map(({ name, password }) => `  ${name.padEnd(20)}  ${password}`).join('\n')}
What customers see of their card is at ${url}/m/${brand}; no mail is sent here, so the code to get in is in the log.
Allocate a card:

curl -s ${url}/merchant/allocate ${headers} -d '{"cardSetId":"rewards-cards"}'`
}
