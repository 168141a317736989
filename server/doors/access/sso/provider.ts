import type { Configuration } from 'openid-client'
import { hour } from '../../../ground/kernel/time.ts'
import { boundedFetch } from './bounded-fetch.ts'

/** An OpenID Connect provider, as the operator has set it. */
export interface ProviderSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret?: string
  /** What the button says. */
  readonly label: string
}

/** What has to be remembered between leaving for the provider and coming back. */
export interface Leaving {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Whom the provider vouches for. */
export interface Identity {
  readonly subject: string
  /** Only if the provider has verified it. */
  readonly email?: string
}

const discoveredMs = hour
const waitSeconds = 10

/** Loaded when somebody logs in by a provider for the first time. */
const openId = () => import('openid-client')

/** Talks to the provider. What it publishes about itself is read when it is first needed, and again after an hour. */
export class Provider {
  readonly label: string
  private readonly settings: ProviderSettings
  private readonly now: () => number
  private known: { readonly at: number; readonly configuration: Promise<Configuration> } | undefined

  constructor(settings: ProviderSettings, now: () => number) {
    this.settings = settings
    this.label = settings.label
    this.now = now
  }

  async leave(redirectUri: string): Promise<{ readonly url: string; readonly leaving: Leaving }> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } =
      await openId()
    const configuration = await this.discover()
    const leaving = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email',
      state: leaving.state,
      nonce: leaving.nonce,
      code_challenge: await calculatePKCECodeChallenge(leaving.verifier),
      code_challenge_method: 'S256',
    })
    return { url: url.href, leaving }
  }

  /** Throws if what came back is not the provider's answer to what was asked. */
  async comeBack(address: URL, { state, nonce, verifier }: Leaving): Promise<Identity> {
    const { authorizationCodeGrant } = await openId()
    const tokens = await authorizationCodeGrant(await this.discover(), address, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('The provider does not say who this is.')
    const { iss, sub, email, email_verified: isVerified } = claims
    const subject = `${iss} ${sub}`
    return isVerified === true && typeof email === 'string' ? { subject, email } : { subject }
  }

  private discover(): Promise<Configuration> {
    const { known } = this
    if (known && this.now() - known.at < discoveredMs) return known.configuration
    const configuration = discoverAt(this.settings)
    this.known = { at: this.now(), configuration }
    configuration.catch(() => {
      this.known = undefined
    })
    return configuration
  }
}

async function discoverAt({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Configuration> {
  const { allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks } = await openId()
  const url = new URL(issuer)
  // Without the check the library trusts a token because of the connection that it came by: a proxy in between could sign
  // anybody in. With it the token is held against the keys that the provider publishes.
  const execute = [enableNonRepudiationChecks, ...(isLoopback(url) ? [allowInsecureRequests] : [])]
  return discovery(url, clientId, clientSecret, undefined, {
    execute,
    timeout: waitSeconds,
    [customFetch]: boundedFetch,
  })
}

/** Without encryption only on this very machine. */
const isLoopback = ({ protocol, hostname }: URL) =>
  protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
