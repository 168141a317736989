import { isLoopback } from '../../../domain/brand/keys/addresses.ts'
import type { Config } from '../../configuration/config.ts'

/**
 * What an operator should know whose server can be reached from other machines. Keys and secrets travel with each
 * call, and the server itself speaks plain HTTP.
 */
export function exposureWarnings(
  config: Pick<Config, 'host' | 'publicUrl' | 'trustedProxies' | 'environment'>,
): readonly string[] {
  const { host, publicUrl, trustedProxies, environment } = config
  if (host === 'localhost' || isLoopback(host)) return []
  const isBehindTls = publicUrl?.startsWith('https:') || trustedProxies.length > 0
  const plain = `Other machines can reach this server at ${host}, over plain HTTP: whoever listens on the way learns every secret. Put a proxy that speaks TLS in front of it, and name it with --public-url https://... or --trusted-proxies; or listen on 127.0.0.1.`
  const demo =
    'The environment is demo, and other machines can reach this server. The demo keys work from this machine only; name the environment with --environment, such as production.'
  return [...(isBehindTls ? [] : [plain]), ...(environment === 'demo' ? [demo] : [])]
}
