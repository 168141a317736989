import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Operation } from '../../calls/operations/operation.ts'
import type { SentDocument, SentPage } from '../../ground/html/page.ts'
import { catalogue, refuse } from '../../ground/kernel/errors.ts'
import { faultFields } from '../../ground/log/log.ts'
import { collectBody, declaresTooMuch } from './body.ts'
import { addressOf } from './caller.ts'
import { corsHeaders, successBody, type WireRefusal } from './envelope.ts'
import { namesTwoHosts } from './header-text.ts'
import { type Edge, HttpExchange } from './http-exchange.ts'
import { HttpReply, type ReplyRules } from './http-reply.ts'
import { preparedPage } from './prepared-page.ts'
import { type Readiness, type Unready, unreadyBody } from './readiness.ts'
import { ReplyLine } from './reply-line.ts'
import type { RequestRefs } from './request-refs.ts'
import type { Route, Routes } from './routes.ts'

export interface ReceptionParts {
  readonly edge: Edge
  readonly routes: Routes
  readonly refs: RequestRefs
  readonly rules: ReplyRules
  readonly readiness: Readiness
}

/** A form has a button and nothing else; mail programs send one line. */
const largestForm = 4096

/** No page that opened ours, or that ours opens, keeps a hold on it. */
const openerPolicy = ['Cross-Origin-Opener-Policy', 'same-origin']

/** Takes every request, finds out what it is for, and answers what is no call of an operation by itself. */
export class Reception {
  readonly lines = new Map<Duplex, ReplyLine>()
  private readonly parts: ReceptionParts

  constructor(parts: ReceptionParts) {
    this.parts = parts
  }

  connected(socket: Duplex): void {
    this.lines.set(socket, new ReplyLine(this.parts.edge.turns))
    socket.on('close', () => this.lines.delete(socket))
  }

  /** `bodyHeldBack`: the caller waits for a word before it sends the body. */
  take(request: IncomingMessage, response: ServerResponse, bodyHeldBack: boolean): void {
    const line = this.lines.get(request.socket) ?? new ReplyLine(this.parts.edge.turns)
    const reply = new HttpReply({ request, response }, this.parts.refs.next(), line, this.parts.rules)
    if (bodyHeldBack) reply.holdBody()
    const isTaken = line.enter(() => {
      reply.whenGone(() => line.leave())
      if (!request.socket.destroyed) this.carryOut(reply)
    })
    if (!isTaken)
      this.turnAway(reply, refuse(108, 'Too many requests wait on this connection; read the answers first.'))
  }

  private carryOut(reply: HttpReply): void {
    const { request } = reply
    try {
      const twoHosts = namesTwoHosts(request.rawHeaders) && refuse(100, 'The Host header appears more than once.')
      const refusal = twoHosts || this.route(reply, this.parts.routes.find(request.url ?? ''))
      if (refusal) this.turnAway(reply, refusal)
    } catch (error) {
      this.fail(reply, error)
    }
  }

  /** What never became a call of an operation. */
  private turnAway(reply: HttpReply, refusal: WireRefusal): void {
    reply.refuse(refusal)
    this.parts.edge.observer?.answered(undefined, refusal.code, 0)
  }

  private route(reply: HttpReply, route: Route | undefined): WireRefusal | undefined {
    const { method } = reply.request
    if (route?.kind === 'pageNow') return this.visit(reply, route)
    if (route?.kind === 'portal') return this.enterPortal(reply, route)
    if (method === 'OPTIONS') reply.send(204, '', [...corsHeaders])
    else if (!route) return this.nothingAt(reply.request)
    else if (route.kind === 'operation') return this.call(reply, route.operation)
    else if (method === 'GET' || method === 'HEAD') this.show(reply, route)
    else return { ...refuse(106), allow: 'GET, HEAD, OPTIONS' }
    return undefined
  }

  private nothingAt({ url = '' }: IncomingMessage): WireRefusal {
    const meant = this.parts.routes.suggest(url)
    return meant === undefined ? refuse(105) : refuse(105, `${catalogue[105].text} Did you mean ${meant}?`)
  }

  private call(reply: HttpReply, operation: Operation): WireRefusal | undefined {
    if (reply.request.method !== 'POST') return { ...refuse(106), allow: 'POST, OPTIONS' }
    if (this.parts.rules.draining) return refuse(109)
    new HttpExchange(this.parts.edge, reply, operation).run()
    return undefined
  }

  private enterPortal(reply: HttpReply, { portal, rest }: Extract<Route, { kind: 'portal' }>): WireRefusal | undefined {
    if (this.parts.rules.draining) return refuse(109)
    portal.take(reply, rest)
    return undefined
  }

  /** A page for customers, who come with a browser and from no other page. */
  private visit(reply: HttpReply, { page, rest }: Extract<Route, { kind: 'pageNow' }>): WireRefusal | undefined {
    const { method } = reply.request
    const { post } = page
    const allow = post ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, OPTIONS'
    if (method === 'OPTIONS') reply.send(204, '', ['Allow', allow])
    else if (method === 'GET' || method === 'HEAD') this.showNow(reply, page.show(rest))
    else if (method === 'POST' && post) return this.receiveForm(reply, () => post(rest, reply.ref))
    else return { ...refuse(106), allow }
    return undefined
  }

  private receiveForm(reply: HttpReply, post: () => Promise<SentDocument>): WireRefusal | undefined {
    if (this.parts.rules.draining) return refuse(109)
    if (declaresTooMuch(reply.request, largestForm)) return refuse(107)
    reply.askForBody()
    collectBody(reply.request, largestForm, (body) => {
      if (reply.answered) return
      if (!body) return reply.refuse(refuse(107))
      reply.received()
      this.showNow(reply, post())
    })
    return undefined
  }

  private show(reply: HttpReply, route: Exclude<Route, { kind: 'operation' | 'pageNow' | 'portal' }>): void {
    switch (route.kind) {
      case 'ready':
        this.answerReadiness(reply)
        break
      case 'alive':
        reply.succeed(successBody({}, reply.ref))
        break
      case 'page':
        this.sendPrepared(reply, route.page(addressOf(reply.request.headers)))
        break
      case 'document':
        this.showNow(reply, route.page, (page) => this.sendPrepared(reply, page))
    }
  }

  private showNow<Made extends SentPage>(
    reply: HttpReply,
    page: Promise<Made>,
    send: (made: Made) => void = (made) => this.sendPage(reply, made),
  ): void {
    page.then(send).catch((error) => {
      this.logFault(reply, error)
      reply.refuse(refuse(109))
    })
  }

  private sendPage(reply: HttpReply, { contentType, body, status = 200, headers = {} }: SentPage): void {
    const length = String(Buffer.byteLength(body))
    const own = ['Content-Type', contentType, 'Content-Length', length, ...openerPolicy]
    reply.send(status, body, [...own, ...Object.entries(headers).flat()])
  }

  private sendPrepared(reply: HttpReply, page: SentDocument): void {
    const { status, body, headers } = preparedPage(page).answer(reply.request.headers)
    reply.send(status, body, [...headers, ...openerPolicy])
  }

  private answerReadiness(reply: HttpReply): void {
    const answer = (reason: Unready | undefined) => {
      if (reason === undefined) reply.succeed(successBody({}, reply.ref))
      else reply.refuse(refuse(109), [], unreadyBody(reason, reply.ref))
    }
    const found = this.parts.rules.stopping ? 'stopping' : this.parts.readiness()
    if (found instanceof Promise) found.then(answer, () => answer('database'))
    else answer(found)
  }

  private fail(reply: HttpReply, error: unknown): void {
    this.logFault(reply, error)
    reply.refuse(refuse(1))
  }

  private logFault(reply: HttpReply, error: unknown): void {
    this.parts.edge.log.error('request.failed', { code: 1, ...faultFields(error, reply.ref) })
  }
}
