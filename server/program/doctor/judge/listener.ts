import { type Finding, ok, problem, skipped, warning } from '../finding.ts'

/** Who is at the port that a start would listen on. */
export type PortSight =
  | { readonly kind: 'chosenAtStart' | 'free' | 'ready' }
  | { readonly kind: 'notReady'; readonly reason: string }
  | { readonly kind: 'taken'; readonly text: string }
  | { readonly kind: 'forbidden'; readonly text: string }

/**
 * A server that is ready may be somebody else's. It is not ours if no server is connected to the database; undefined:
 * that could not be looked at.
 */
export function judgePort(sight: PortSight, place: string, hasServers: boolean | undefined): Finding {
  switch (sight.kind) {
    case 'chosenAtStart':
      return skipped('port', 'a start picks a free one (--port 0)')
    case 'free':
      return ok('port', `${place} is free: no server runs here`)
    case 'ready':
      return hasServers === false
        ? problem('port', `the Purser server at ${place} is another one: none uses this database`, otherAdvice)
        : ok('port', `a Purser server at ${place} is ready`)
    case 'notReady':
      return problem('port', `the Purser server at ${place} is not ready: ${sight.reason}`, unreadyAdvice(sight.reason))
    case 'taken':
      return problem('port', sight.text, 'Stop what holds it, or choose another port with --port.')
    case 'forbidden':
      return problem('port', `${place} cannot be listened on: ${sight.text}`, 'Choose another with --host and --port.')
  }
}

const otherAdvice =
  'Start the one of this database on another port with --port, or see whether --data or --database is right.'

function unreadyAdvice(reason: string): string {
  if (reason === 'storage') return 'Free space on the disk of the database; see the points about the disk.'
  if (reason === 'database') return 'See that PostgreSQL runs and can be reached; see the point about the database.'
  return 'Wait a moment and look again; its log says what it is doing.'
}

export interface Exposure {
  readonly host: string
  readonly isLoopback: boolean
  readonly publicUrl?: string
  readonly trustedProxies: readonly string[]
  readonly environment: string
}

export function judgeExposure(exposure: Exposure): Finding[] {
  return [judgeHost(exposure), judgePublicUrl(exposure), judgeProxies(exposure)]
}

/** Secrets travel with each call, and the server itself speaks plain HTTP. */
function judgeHost({ host, isLoopback, publicUrl, trustedProxies, environment }: Exposure): Finding {
  if (isLoopback) return ok('host', `${host}: only this machine reaches the server itself`)
  const found = `other machines reach the server at ${host}`
  if (environment === 'demo')
    return warning(
      'host',
      `${found}, and the environment is demo`,
      'Set --environment production, or --host 127.0.0.1.',
    )
  if (publicUrl?.startsWith('https:') || trustedProxies.length > 0) return ok('host', `${found}, behind a proxy`)
  const advice = 'Put a proxy with TLS in front, and name it with --public-url https://… and --trusted-proxies.'
  return problem('host', `${found} over plain HTTP`, advice)
}

function judgePublicUrl({ publicUrl, environment }: Exposure): Finding {
  const name = 'public URL'
  if (publicUrl?.startsWith('https:')) return ok(name, publicUrl)
  if (environment === 'demo') return ok(name, publicUrl ?? 'none; links begin with the address of the server')
  return publicUrl === undefined
    ? warning(name, 'none: links in e-mail begin with the address of the server', 'Set --public-url https://…')
    : warning(name, `${publicUrl} is not https: secrets and links travel in plain`, 'Set --public-url https://…')
}

function judgeProxies({ publicUrl, trustedProxies }: Exposure): Finding {
  const name = 'trusted proxies'
  const everybody = trustedProxies.filter((network) => network.endsWith('/0'))
  if (everybody.length > 0)
    return problem(name, `${everybody.join(', ')} trusts every caller to say who they are`, 'Name the proxy alone.')
  if (trustedProxies.length === 0 && publicUrl?.startsWith('https:'))
    return warning(
      name,
      'none: every call seems to come from the proxy, and limits by address hit all callers at once',
      'Set --trusted-proxies to the address of the proxy.',
    )
  return ok(name, trustedProxies.join(', ') || 'none')
}
