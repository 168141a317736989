import type { Brand } from '../../../domain/brand/brand.ts'
import { readAppleCertificate } from '../../../doors/pages/wallet/apple/certificate.ts'
import { readServiceAccount } from '../../../doors/pages/wallet/google/service-account.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { countFailing, keepsPasses } from '../../../storage/store/wallet/update.sql.ts'
import type { Config } from '../../configuration/config.ts'
import type { BrandWalletSight, WalletSight } from '../judge/wallet.ts'

/** Reads the files as a start would. */
export function lookAtWallet({ wallet, publicUrl }: Pick<Config, 'wallet' | 'publicUrl'>): WalletSight {
  const { apple, google } = wallet ?? {}
  const signer = apple && readAppleCertificate(apple)
  const issuer = google && readServiceAccount(google.serviceAccountFile)
  const { passType = '', team = '', expiresAt = 0 } = signer?.kind === 'certificate' ? signer.certificate : {}
  return defined({
    apple: signer?.kind === 'certificate' ? { kind: 'certificate' as const, passType, team, expiresAt } : signer,
    google: issuer?.kind === 'account' ? { kind: 'account' as const, email: issuer.account.email } : issuer,
    isReachable: publicUrl?.startsWith('https:') ?? false,
  })
}

const attemptsMany = 5

/** Nothing for a brand without passes. */
export async function lookAtBrandWallet(db: Sql, brand: Brand): Promise<BrandWalletSight[]> {
  const { passes } = brand.document
  if (!passes) return []
  const failing = (await keepsPasses(db)) ? await countFailing(db, brand.id, attemptsMany) : 0
  const { appleTypeIdentifier: passType, teamIdentifier: team, googleIssuerId: googleIssuer } = passes
  return [defined({ brand: brand.id, passType, team, googleIssuer, failing })]
}
