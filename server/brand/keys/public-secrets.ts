import { hash } from 'node:crypto'

/** The secrets of demo/harbor-coffee.yaml. */
export const demoSecrets = { till: 'demo-secret-please-change', admin: 'demo-admin-secret-please-change' } as const

const digests: ReadonlySet<string> = new Set(Object.values(demoSecrets).map((secret) => hash('sha256', secret)))

/**
 * Whether everybody can read the secret, because it is part of the program. Such a key is refused outside the demo
 * environment, and there it works only from the machine itself.
 */
export const isPublicSecret = (secretSha256: string): boolean => digests.has(secretSha256)
