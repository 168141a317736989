import type { KeyObject } from 'node:crypto'
import type { Brand } from '../../../domain/brand/brand.ts'
import { fromPassToken, type PassTicket, passPath } from '../../../domain/message/link/pass-link.ts'
import type { SentPage } from '../../../ground/html/page.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { hasExpired } from '../../../ground/kernel/signed-token.ts'
import type { Reader } from '../../../storage/store/queries/reader.ts'
import type { WalletName } from '../../../storage/store/wallet/wallet-pass.sql.ts'
import type { PassFiles } from '../wallet/apple/pass-files.ts'
import { saveLink } from '../wallet/google/save-link.ts'
import { type IssueParts, issuePass } from '../wallet/issue-pass.ts'
import { type PassContent, readPass } from '../wallet/pass-content.ts'
import { type BrandPasses, passesOf } from '../wallet/wallets.ts'
import { busyPage, noPassPage, type PassButtons, passFilePage, passPage, toWalletPage } from './pass-page.ts'

export interface PassParts {
  readonly keys: () => readonly KeyObject[]
  readonly brands: { load(brandId: BrandId): Promise<Brand | undefined> }
  readonly reader: Reader
  /** Absent: there are no passes for wallets. */
  readonly wallets?: IssueParts & { readonly files: PassFiles }
}

interface FoundPass {
  readonly brand: Brand
  readonly ticket: PassTicket
  readonly content: PassContent
  readonly passes?: BrandPasses
}

/** The passes behind links. A forged link is refused without a query. */
export class Passes {
  private readonly parts: PassParts

  constructor(parts: PassParts) {
    this.parts = parts
  }

  /** `rest` is the token, and after a slash the wallet that the pass is wanted for. */
  async show(rest: string): Promise<SentPage> {
    const [, token = '', wallet] = /^([^/]*)(?:\/(apple|apple\.pkpass|google))?$/.exec(rest) ?? []
    const ticket = fromPassToken(token, this.parts.keys())
    const found = ticket && (await this.find(ticket))
    if (!found) return noPassPage()
    if (wallet !== undefined) return this.issue(found, wallet === 'google' ? 'google' : 'apple')
    return passPage(found.content, buttonsOf(token, found.passes))
  }

  private async find(ticket: PassTicket): Promise<FoundPass | undefined> {
    const { brands, reader, wallets } = this.parts
    const brand = await brands.load(ticket.brand)
    if (!brand) return undefined
    const shows = await readPass(reader, brand, ticket.card)
    if (!shows?.content || hasExpired(ticket, shows.now)) return undefined
    const passes = wallets && passesOf(brand, wallets.wallets)
    return { brand, ticket, content: shows.content, ...(passes && { passes }) }
  }

  private async issue({ brand, ticket, passes }: FoundPass, wallet: WalletName): Promise<SentPage> {
    const { wallets } = this.parts
    const { googleIssuer, apple } = passes ?? {}
    const isMade = wallet === 'apple' ? apple : googleIssuer !== undefined
    if (!wallets || !passes || !isMade) return noPassPage()
    const issued = await issuePass(wallets, { brand, passes, card: ticket.card, wallet })
    if (!issued) return noPassPage()
    const { view, now } = issued
    const { google } = wallets.wallets
    if (google && googleIssuer !== undefined && wallet === 'google')
      return toWalletPage(await saveLink(google.account, { view, issuer: googleIssuer, brandId: brand.id, now }))
    const file = await wallets.files.make(brand, view)
    return file ? passFilePage(file) : busyPage()
  }
}

function buttonsOf(token: string, passes: BrandPasses | undefined): PassButtons {
  return {
    ...(passes?.apple && { apple: `${passPath(token)}/apple.pkpass` }),
    ...(passes?.googleIssuer !== undefined && { google: `${passPath(token)}/google` }),
  }
}
