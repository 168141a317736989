import { hash } from 'node:crypto'

/** The secrets of demo/harbor-coffee.yaml. */
export const demoSecrets = { till: 'demo-secret-please-change', admin: 'demo-admin-secret-please-change' } as const

const digests: ReadonlySet<string> = new Set(Object.values(demoSecrets).map((secret) => hash('sha256', secret)))

/**
 * Whether the secret is public, because it ships with the program. Such a key is refused outside the demo environment,
 * and even there it works only from the same machine.
 */
export const isPublicSecret = (secretSha256: string): boolean => digests.has(secretSha256)
