import { timingSafeEqual } from 'node:crypto'
import type { Brand } from '../../../domain/brand/brand.ts'
import { minute } from '../../../ground/kernel/time.ts'
import { markOf } from '../enter/one-time-code.ts'
import type { MemberServices } from '../member-services.ts'

/** Whoever loads the page again after this sees it without what was done. */
const validMs = 10 * minute

/** Says on the page that follows a form what was done: marked for the session, so that no link from elsewhere claims it. */
export class DoneMark {
  private readonly services: Pick<MemberServices, 'pins' | 'now'>
  private readonly brand: Brand
  private readonly token: string

  constructor(services: Pick<MemberServices, 'pins' | 'now'>, brand: Brand, token = '') {
    this.services = services
    this.brand = brand
    this.token = token
  }

  /** For the address of the page: what, and the mark. */
  queryFor(name: string, what = '1'): string {
    const until = String(this.services.now() + validMs)
    const done = `${until}.${this.markOf(name, what, until).toString('base64url')}`
    return new URLSearchParams({ [name]: what, done }).toString()
  }

  /** What was done, if it was. */
  saidBy(query: URLSearchParams, name: string): string | undefined {
    const what = query.get(name)
    const [, until = '', mark = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(query.get('done') ?? '') ?? []
    if (what === null || Number(until) < this.services.now()) return undefined
    const expected = this.markOf(name, what, until)
    const given = Buffer.from(mark, 'base64url')
    return given.length === expected.length && timingSafeEqual(given, expected) ? what : undefined
  }

  private markOf(name: string, what: string, until: string): Buffer {
    return markOf(this.services.pins, this.brand, `done\0${this.token}\0${name}\0${what}\0${until}`)
  }
}
