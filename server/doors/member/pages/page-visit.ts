import type { SentDocument, SentPage } from '../../../ground/html/page.ts'
import { isMemberSource, type MemberSource } from '../../../storage/store/member/day.sql.ts'
import { enter } from '../enter/enter.ts'
import { join } from '../enter/join.ts'
import { joinFields } from '../enter/joining.ts'
import { sendCode } from '../enter/send-code.ts'
import type { MemberServices } from '../member-services.ts'
import { passkeys } from '../passkeys/own-passkeys.ts'
import { isTurnedAway, type MemberRefusal } from '../refusal.ts'
import type { MemberRoute } from '../route.ts'
import { card } from '../routes/card.ts'
import { endOtherLogins, leave, logins } from '../routes/logins.ts'
import { changeMessages, messages } from '../routes/messages.ts'
import { eraseMe, erasure } from '../routes/privacy.ts'
import { changeProfile, profile } from '../routes/profile.ts'
import { referral } from '../routes/referral.ts'
import { passLink, reportLost } from '../routes/safety.ts'
import { type MemberQuestion, runRoute, slowed, sourceIn } from '../run-route.ts'
import { findMember } from '../sessions.ts'
import { actOnAddress, showAddress } from './address-visit.ts'
import { DoneMark } from './done-mark.ts'
import type { PageRoom } from './frame.ts'
import { actOnGifts, showGifts } from './gift-visit.ts'
import { downloadAll, showHistory } from './history-visit.ts'
import { type FormValues, giftIn } from './page-request.ts'
import { actOnPasskeys, enterByPasskeyOn } from './passkey-visit.ts'
import { actOnPresent, showPresent } from './present-visit.ts'
import { actOnRewards, showRewards } from './reward-visit.ts'
import { type LetIn, type ScreenVisit, seeOther } from './screen-visit.ts'
import { dataPage, plainPage, type ShownData } from './screens/data.ts'
import { addressPage, codePage, type Filled, joinPage, tokenPage, welcomePage } from './screens/entry.ts'
import { couponsPage, homePage, referralPage, type ShownCard, type ShownReferral } from './screens/home.ts'

interface VisitParts {
  readonly services: MemberServices
  readonly room: PageRoom
  readonly asking: Omit<MemberQuestion, 'body'>
  readonly cookieFor: (token: string | undefined, lasts: boolean, isLooking?: boolean) => string
  /** A gift that was opened here and not taken yet. */
  readonly present: string | undefined
  readonly cookieForPresent: (token: string | undefined) => string
  /** What this browser was given when somebody got in by a code. */
  readonly known: string | undefined
  readonly cookieForKnown: (known: string) => string
  /** From now on pages are in the language of the customer, if it is known and nobody has chosen another here. */
  readonly speak: (language: string | undefined, headers: string[]) => void
}

/** One request of a browser: which page it sees, or what its form does. Everything goes through the routes. */
export class PageVisit {
  /** Cookies, and whatever else goes with the answer. */
  readonly headers: string[] = []
  private readonly parts: VisitParts
  private readonly done: DoneMark

  constructor(parts: VisitParts) {
    this.parts = parts
    this.done = new DoneMark(parts.services, parts.room.brand, parts.asking.token)
  }

  async show(screen: string, query: URLSearchParams, source?: MemberSource): Promise<SentDocument> {
    const { room } = this.parts
    switch (screen) {
      case '':
        return this.home(source)
      case 'in':
        return addressPage(room, query.get('by') === 'phone' || !room.brand.document.senders.email ? 'phone' : 'email')
      case 'join':
        return this.mayJoin()
          ? joinPage(room, { place: this.placeOf(query.get('at') ?? ''), from: source ?? query.get('from') ?? '' })
          : this.notHere()
      case 'gift':
        return room.pages.parts.includes('giftCards') ? showGifts(this.screenVisit(), query) : this.notHere()
      case 'present':
        return room.pages.parts.includes('giftCards') ? this.present(query) : this.notHere()
      case 'coupons':
        return this.withCard((found) => couponsPage(room, found))
      case 'refer':
        return this.refer(false)
      case 'rewards':
        return showRewards(this.screenVisit(), { chosen: this.done.saidBy(query, 'chosen') })
      case 'history':
        return showHistory(this.screenVisit(), query)
      case 'address':
        return showAddress(this.screenVisit(), query.get('of'))
      case 'data':
        return this.data(this.done.saidBy(query, 'saved') !== undefined)
      default:
        return this.notHere()
    }
  }

  async act(screen: string, form: FormValues): Promise<SentPage> {
    const { room } = this.parts
    switch (screen) {
      case 'in':
        return this.sendCode(form)
      case 'join':
        return this.join(form)
      case 'code':
        return this.enter(form)
      case 'address':
        return actOnAddress(this.screenVisit(), form)
      case 'passkey':
        return enterByPasskeyOn(this.screenVisit(), form)
      case 'passkeys':
        return actOnPasskeys(this.screenVisit(), form)
      case 'token':
        return this.takeToken(form)
      case 'gift':
        return room.pages.parts.includes('giftCards') ? actOnGifts(this.screenVisit(), form) : this.notHere()
      case 'present':
        return this.takePresent(form)
      case 'profile':
        return this.changeProfile(form)
      case 'messages':
        return this.changeMessages(form)
      case 'pass': {
        const made = await this.ask<{ url: string }>(passLink)
        return isTurnedAway(made) ? this.refused(made) : seeOther(new URL(made.url).pathname)
      }
      case 'refer':
        return this.refer(true)
      case 'rewards':
        return actOnRewards(this.screenVisit(), form)
      case 'lost':
        return this.goOn(await this.ask(reportLost), '')
      case 'others':
        return this.goOn(await this.ask(endOtherLogins), this.savedPage())
      case 'export':
        return downloadAll(this.screenVisit())
      case 'erase':
        return this.erase(form)
      case 'out': {
        await this.ask(leave)
        this.forgetToken()
        return seeOther(room.base)
      }
      default:
        return this.notHere()
    }
  }

  private async ask<T extends object = object>(route: MemberRoute, body: object = {}): Promise<T | MemberRefusal> {
    const { services, room, asking } = this.parts
    const answer = await runRoute(services, route, room.brand, { ...asking, body: body as MemberQuestion['body'] })
    // Each route answers by its own contract, which only the compiler cannot see.
    return answer as T | MemberRefusal
  }

  /** What a screen in a file of its own works with. */
  private screenVisit(): ScreenVisit {
    return {
      room: this.parts.room,
      random: this.parts.services.random,
      isIn: this.parts.asking.token !== undefined,
      done: this.done,
      ask: (route, body) => this.ask(route, body),
      refused: (refusal) => this.refused(refusal),
      letIn: (entered, lasts) => this.letIn(entered, lasts),
    }
  }

  private async home(source?: MemberSource): Promise<SentDocument> {
    const { room, asking } = this.parts
    if (asking.token === undefined) return this.welcome(source)
    const found = await this.ask<ShownCard>(card)
    if (isTurnedAway(found)) {
      if (found.reason !== 'loginNeeded') return this.refused(found)
      this.forgetToken()
      return this.welcome()
    }
    const due = room.pages.parts.includes('data') ? await this.ask<{ dueAt?: number }>(erasure) : {}
    const hasPresent = room.pages.parts.includes('giftCards') && this.parts.present !== undefined
    return homePage(room, found, { hasPresent, ...(!isTurnedAway(due) && due) })
  }

  private async withCard(show: (found: ShownCard) => SentDocument): Promise<SentDocument> {
    const found = await this.ask<ShownCard>(card)
    return isTurnedAway(found) ? this.refused(found) : show(found)
  }

  private async refer(renew: boolean): Promise<SentDocument> {
    const made = await this.ask<ShownReferral>(referral, { renew })
    return isTurnedAway(made) ? this.refused(made) : referralPage(this.parts.room, made)
  }

  private async data(isSaved: boolean, wrong?: Filled): Promise<SentDocument> {
    const { room } = this.parts
    const [own, channels, where, keys, due, found] = await Promise.all([
      this.ask<{ fields: { name: string; value: string }[] }>(profile),
      this.ask<Pick<ShownData, 'channels'>>(messages),
      this.ask<Pick<ShownData, 'logins'>>(logins),
      this.ask<Pick<ShownData, 'passkeys'>>(passkeys),
      this.ask<{ dueAt?: number }>(erasure),
      this.ask<ShownCard>(card),
    ])
    if (isTurnedAway(own)) return this.refused(own)
    if (isTurnedAway(channels)) return this.refused(channels)
    if (isTurnedAway(where)) return this.refused(where)
    if (isTurnedAway(keys)) return this.refused(keys)
    if (isTurnedAway(due)) return this.refused(due)
    if (isTurnedAway(found)) return this.refused(found)
    const values = { ...Object.fromEntries(own.fields.map(({ name, value }) => [name, value])), ...wrong?.values }
    const filled = { values, ...(wrong?.fault && { fault: wrong.fault }) }
    const { balances, isUsable } = found
    return dataPage(room, { filled, ...channels, ...where, ...keys, ...due, balances, isUsable, isSaved })
  }

  private async sendCode(form: FormValues): Promise<SentDocument> {
    const { room } = this.parts
    const name = form.has('mobilePhone') ? 'mobilePhone' : 'email'
    const address = form.one(name).trim()
    const { known } = this.parts
    const sent = await this.ask<{ asked: string }>(sendCode, { [name]: address, ...(known && { known }) })
    if (!isTurnedAway(sent)) return codePage(room, { name, address, asked: sent.asked, isJoining: false })
    const filled = { values: { [name]: address }, fault: this.faultOf(sent) }
    return addressPage(room, name === 'email' ? 'email' : 'phone', filled)
  }

  private async join(form: FormValues): Promise<SentDocument> {
    const { room } = this.parts
    if (!this.mayJoin()) return this.notHere()
    const fields = joinFields(room.pages).map(({ name }) => ({ name, value: form.one(name).trim() }))
    const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]))
    const place = this.placeOf(form.one(':place'))
    const consents = form.all(':consent')
    const from = form.one(':from')
    const asked = {
      fields: fields.filter(({ value }) => value !== ''),
      consents,
      lists: form.all(':list'),
      agreesToTerms: form.has(':terms'),
      ...(place && { location: place.id }),
      from: isMemberSource(from) ? from : 'direct',
    }
    const sent = await this.ask<{ asked: string }>(join, asked)
    if (isTurnedAway(sent)) {
      const ticked = Object.fromEntries(consents.map((one) => [`:consent ${one}`, '1']))
      return joinPage(room, { place, from }, { values: { ...values, ...ticked }, fault: this.faultOf(sent) })
    }
    const name = values.email ? 'email' : 'mobilePhone'
    return codePage(room, { name, address: values[name] ?? '', asked: sent.asked, isJoining: true })
  }

  private async enter(form: FormValues): Promise<SentPage> {
    const { room } = this.parts
    const name = form.has('mobilePhone') ? 'mobilePhone' : 'email'
    const address = form.one(name)
    const remember = form.has('remember')
    const asked = form.one('asked').slice(0, 100)
    const code = form.one('code').slice(0, 20)
    const done = await this.ask<LetIn>(enter, { [name]: address, asked, code, remember })
    if (isTurnedAway(done)) {
      const text = done.reason === 'refused' ? room.words.say('wrongCode') : this.faultOf(done).text
      return codePage(room, { name, address, asked, isJoining: form.has('joining') }, { values: {}, fault: { text } })
    }
    return this.letIn(done, remember)
  }

  private letIn({ token, known, language }: LetIn, lasts: boolean): SentPage {
    if (known !== undefined) this.headers.push('Set-Cookie', this.parts.cookieForKnown(known))
    this.headers.push('Set-Cookie', this.parts.cookieFor(token, lasts))
    this.lookNoMore()
    this.parts.speak(language, this.headers)
    return seeOther(this.parts.room.base)
  }

  /** A token that a merchant's app has given to the page: whoever sees it says whether the card is theirs. */
  private async takeToken(form: FormValues): Promise<SentPage> {
    const { room, services, asking } = this.parts
    const token = form.one('token')
    const given = await findMember(services, room.brand, token)
    const present = await findMember(services, room.brand, asking.token)
    if (given?.way !== 'merchant' && given?.way !== 'staff') {
      const wait = given ? undefined : slowed(services.strangers, sourceIn(room.brand, asking.address))
      return wait ? this.refused(wait) : seeOther(room.base)
    }
    if (present?.cardNumber === given.cardNumber && present.way === given.way) return seeOther(room.base)
    if (!form.has('sure')) return tokenPage(room, token, given.cardNumber)
    this.headers.push('Set-Cookie', this.parts.cookieFor(token, false, given.way === 'staff'))
    if (given.way !== 'staff') this.lookNoMore()
    return seeOther(room.base)
  }

  /** Whoever opens a gift and is not in yet finds it again when they are. */
  private present(query: URLSearchParams): Promise<SentDocument> {
    const { present, cookieForPresent } = this.parts
    const given = giftIn(query.get('gift') ?? undefined)
    if (given !== undefined) this.headers.push('Set-Cookie', cookieForPresent(given))
    return showPresent(this.screenVisit(), given ?? present ?? '')
  }

  private async takePresent(form: FormValues): Promise<SentPage> {
    if (!this.parts.room.pages.parts.includes('giftCards')) return this.notHere()
    const done = await actOnPresent(this.screenVisit(), form)
    if (done.status === 303) this.headers.push('Set-Cookie', this.parts.cookieForPresent(undefined))
    return done
  }

  private async changeProfile(form: FormValues): Promise<SentPage> {
    const { room } = this.parts
    const own = joinFields(room.pages).filter(
      ({ name }) => name !== 'email' && name !== 'mobilePhone' && name !== 'phone',
    )
    const fields = own.map(({ name }) => ({ name, value: form.one(name).trim() }))
    const done = await this.ask(changeProfile, { fields })
    if (!isTurnedAway(done)) return seeOther(`${room.base}/${this.savedPage()}`)
    if (done.reason === 'loginNeeded') return this.refused(done)
    const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]))
    return this.data(false, { values, fault: this.faultOf(done) })
  }

  private async changeMessages(form: FormValues): Promise<SentPage> {
    const channel = form.one('channel') === 'phone' ? 'phone' : 'email'
    const wanted = {
      channel,
      address: form.one('address').slice(0, 320),
      isWanted: form.has('wanted'),
      isAboutOwn: form.has('own'),
    }
    return this.goOn(await this.ask(changeMessages, { ...wanted, lists: form.all('list') }), this.savedPage())
  }

  private async erase(form: FormValues): Promise<SentPage> {
    const { room } = this.parts
    const done = await this.ask<{ isErased: boolean }>(eraseMe, { atOnce: form.has('atOnce'), undo: form.has('undo') })
    if (isTurnedAway(done)) return this.refused(done)
    if (!done.isErased) return seeOther(`${room.base}/data`)
    this.forgetToken()
    return plainPage(room, room.words.say('erased'), undefined, true)
  }

  private savedPage = () => `data?${this.done.queryFor('saved')}`

  private goOn(done: object, next: string): SentPage {
    return isTurnedAway(done) ? this.refused(done) : seeOther(`${this.parts.room.base}${next === '' ? '' : `/${next}`}`)
  }

  private forgetToken(): void {
    const { isLooking = false } = this.parts.room
    this.headers.push('Set-Cookie', this.parts.cookieFor(undefined, false, isLooking))
  }

  /** Whoever gets in as themselves no longer sees somebody else's card. */
  private lookNoMore(): void {
    if (this.parts.room.isLooking) this.headers.push('Set-Cookie', this.parts.cookieFor(undefined, false, true))
  }

  private welcome(source?: MemberSource): SentDocument {
    const { room, services } = this.parts
    const { email, sms } = room.brand.document.senders
    return welcomePage(room, email !== undefined || sms !== undefined || services.isDemo, source)
  }

  private mayJoin = () => this.parts.room.pages.parts.includes('join')

  private placeOf(id: string) {
    const location = this.parts.room.brand.locations.get(id)
    return location && { id: location.id, name: location.name }
  }

  private notHere(): SentDocument {
    const { room } = this.parts
    return plainPage(room, room.words.say('noPage'), 404)
  }

  /** Whoever is not in is shown the way in. */
  private refused(refusal: MemberRefusal): SentDocument {
    const { room } = this.parts
    if (refusal.reason !== 'loginNeeded') return plainPage(room, this.faultOf(refusal).text, 422)
    this.forgetToken()
    return this.welcome()
  }

  /** A refusal in the words of the reader. */
  private faultOf({ reason, field }: MemberRefusal): NonNullable<Filled['fault']> {
    const { say } = this.parts.room.words
    if (reason === 'slowDown') return { text: say('tooOften') }
    if (reason === 'unavailable' || reason === 'inDoubt') return { text: say('notNow') }
    if (reason === 'forbidden') return { text: say('viewedByStaff') }
    const text =
      field === 'consents' || field === 'agreesToTerms'
        ? say('agree')
        : say(reason === 'invalid' ? 'notValid' : 'notSaved')
    return { text, ...(field !== undefined && { field }) }
  }
}
