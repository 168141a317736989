import type { KeyObject } from 'node:crypto'
import type { Brand } from '../../../domain/brand/brand.ts'
import type { PassLooks } from '../../../domain/brand/shapes/pass-shape.ts'
import type { Log } from '../../../ground/log/log.ts'
import { type AppleCertificate, type AppleFiles, readAppleCertificate } from './apple/certificate.ts'
import { readServiceAccount, type ServiceAccount } from './google/service-account.ts'

/** What the operator has set: paths of files, and where to reach Apple and Google. */
export interface WalletSettings {
  readonly apple?: AppleFiles & { readonly pushUrl: string }
  readonly google?: { readonly serviceAccountFile: string; readonly apiUrl: string }
}

/** The wallets that passes can be made for. */
export interface Wallets {
  readonly apple?: { readonly certificate: AppleCertificate; readonly pushUrl: string }
  readonly google?: { readonly account: ServiceAccount; readonly apiUrl: string }
  /** The keys of the passes' tokens: the one that signs, and all that count. */
  readonly key: () => KeyObject
  readonly keys: () => readonly KeyObject[]
}

/** Files that cannot be used switch a wallet off. They must not keep tills from selling. */
export function openWallets({ apple, google }: WalletSettings, keys: Pick<Wallets, 'key' | 'keys'>, log: Log): Wallets {
  const signer = apple && readAppleCertificate(apple)
  const issuer = google && readServiceAccount(google.serviceAccountFile)
  if (signer?.kind === 'fault') log.error('wallet', { text: `There are no passes for Apple Wallet: ${signer.text}` })
  if (issuer?.kind === 'fault') log.error('wallet', { text: `There are no passes for Google Wallet: ${issuer.text}` })
  return {
    ...keys,
    ...(apple &&
      signer?.kind === 'certificate' && { apple: { certificate: signer.certificate, pushUrl: apple.pushUrl } }),
    ...(google && issuer?.kind === 'account' && { google: { account: issuer.account, apiUrl: google.apiUrl } }),
  }
}

/** What a brand's passes look like, and which wallets they are made for. */
export interface BrandPasses {
  readonly looks: PassLooks
  readonly apple: boolean
  /** Its issuer at Google. */
  readonly googleIssuer?: string
}

/** Undefined for a brand without passes. One that names another certificate than the operator's has none for Apple. */
export function passesOf({ document }: Pick<Brand, 'document'>, wallets: Wallets): BrandPasses | undefined {
  const { passes: looks } = document
  if (!looks) return undefined
  const { passType, team } = wallets.apple?.certificate ?? {}
  const apple = passType !== undefined && looks.appleTypeIdentifier === passType && looks.teamIdentifier === team
  const issuer = wallets.google && looks.googleIssuerId
  if (!apple && issuer === undefined) return undefined
  return { looks, apple, ...(issuer !== undefined && { googleIssuer: issuer }) }
}
