import type { KeyObject } from 'node:crypto'
import type { Dispatcher } from '../../../calls/engine/work.ts'
import type { Brand } from '../../../domain/brand/brand.ts'
import { type ConsentTicket, fromConsentToken } from '../../../domain/message/link/consent-link.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { SentDocument } from '../../../ground/html/page.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { listAccounts } from '../../../storage/store/batch/account.sql.ts'
import { findMessageTarget, type MessageTarget } from '../../../storage/store/outbox/delivery.sql.ts'
import { listCardNames } from '../../../storage/store/outbox/delivery-standing.sql.ts'
import type { PageNow } from '../../api/routes.ts'
import {
  askPage,
  donePage,
  noConsentPage,
  nothingToConfirmPage,
  type PageReader,
  tryAgainPage,
} from './consent-page.ts'
import { type ConsentRequest, keepConsent } from './keep-consent.ts'

type ConsentWish = ConsentTicket['wish']

export interface ConsentParts {
  readonly keys: () => readonly KeyObject[]
  readonly brands: { load(brandId: BrandId): Promise<Brand | undefined> }
  readonly db: Sql
  readonly dispatcher: Pick<Dispatcher, 'run'>
  readonly now: () => Instant
}

interface FoundConsent extends PageReader {
  readonly request: ConsentRequest
}

/** The card is gone, so trying again would not help. */
const nobodyLeft: ReadonlySet<number> = new Set([2, 129])

/** The pages behind the links in messages. A forged link is refused without a query. */
export class Consents {
  private readonly parts: ConsentParts

  constructor(parts: ConsentParts) {
    this.parts = parts
  }

  /** The page for a wish, to be served at its path. */
  pageOf(wish: ConsentWish): PageNow {
    return {
      show: (token) => this.show(wish, token),
      post: (token, ref) => this.keep(wish, token, ref),
    }
  }

  private async show(wish: ConsentWish, token: string): Promise<SentDocument> {
    const found = await this.find(wish, token)
    return found ? askPage(wish, found) : noConsentPage()
  }

  private async keep(wish: ConsentWish, token: string, ref: RequestRef): Promise<SentDocument> {
    const found = await this.find(wish, token)
    if (!found) return noConsentPage()
    const { brand, request } = found
    const call = { ref, locationId: '', terminalId: '' }
    const work = { operation: keepConsent, request, call, brand, unknownFields: [] }
    const finished = await this.parts.dispatcher.run(work)
    if (finished.kind === 'refused') return nobodyLeft.has(finished.code) ? noConsentPage() : tryAgainPage(found)
    const { response } = finished
    return 'holds' in response && response.holds ? donePage(wish, found) : nothingToConfirmPage(found)
  }

  private async find(wish: ConsentWish, token: string): Promise<FoundConsent | undefined> {
    const { keys, now, brands } = this.parts
    const ticket = fromConsentToken(token, keys(), now())
    if (ticket?.wish !== wish) return undefined
    const brand = await brands.load(ticket.brand)
    const target = brand && (await findMessageTarget(this.parts.db, brand.id, ticket))
    const request = target && (await this.toRequest(ticket, target))
    return request && { brand, request, language: await this.languageOf(brand, target) }
  }

  /** Of the customer to whom the message went. Brands of one language are spared the question. */
  private async languageOf(brand: Brand, { cardId }: MessageTarget): Promise<unknown> {
    if (cardId === undefined || brand.document.brand.languages === undefined) return undefined
    const [account] = await listAccounts(this.parts.db, brand.id, [cardId])
    return account?.customer.language
  }

  /** Undefined if the recipient of the message has been erased. */
  private async toRequest({ wish, brand }: ConsentTicket, target: MessageTarget): Promise<ConsentRequest | undefined> {
    const { db } = this.parts
    if (target.channel !== 'email') return undefined
    if (target.recipient !== undefined) return { wish, recipient: target.recipient }
    if (target.cardId === undefined || wish === 'confirm') return undefined
    const card = (await listCardNames(db, brand, [target.cardId])).get(target.cardId)
    return card && defined({ wish, ...card, list: target.list, sentTo: target.sentTo })
  }
}
