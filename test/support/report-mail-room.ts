import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, type TestContext } from 'node:test'
import { systemNetwork } from '../../server/calls/delivery/network.ts'
import { openSenders } from '../../server/calls/delivery/senders.ts'
import type { Role } from '../../server/domain/judge/permissions.ts'
import { putDueInLine } from '../../server/doors/report-mail/put-in-line.ts'
import { type MailParts, sendDueMails } from '../../server/doors/report-mail/send-mails.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { LongReads } from '../../server/ground/database/long-reads.ts'
import { openLog } from '../../server/ground/log/log.ts'
import { loadBrand } from '../../server/storage/brand-store/load-brand.ts'
import { openMailServer } from './mail-server.ts'
import { openPortalRoom, type PortalUser } from './portal-room.ts'
import { testDatabase, testSealer } from './shop.ts'
import { sql } from './time-passes.ts'

export const pool = new ConnectionPool({ url: testDatabase() }, 4)
after(() => pool.close())

/** The server's own clock does not matter: what a schedule has done is set to the clock of the test. */
async function saveAt(user: PortalUser, request: object, now: number): Promise<string> {
  const { schedule } = await user.must('saveReportMail', request)
  await sql('update report_schedule set done_to = $1 where schedule_id = $2', [new Date(now).toISOString(), schedule])
  return schedule
}

/** A brand in Berlin with a mail server, and a finance manager who has reports sent. */
export async function openMailRoom(t: TestContext, mailServer: Parameters<typeof openMailServer>[1] = {}) {
  const mails = await openMailServer(t, mailServer)
  const room = await openPortalRoom({
    brand: { apiVersion: 2, timeZone: 'Europe/Berlin' },
    more: { senders: { email: { smtp: mails.url, from: 'Shop <shop@example.com>' } } },
    allowPrivateReceivers: true,
  })
  t.after(() => room.close())
  const { shop } = room
  const cardNumber = await shop.card()
  const day = (date: string, amount: number) =>
    shop.must('updateBalance', {
      cardNumber,
      action: 'issue',
      amount: { balanceType: 'Points', amount },
      customRequestDate: date,
    })
  const userOf = async (role: Role, address: string, language = 'en') => {
    const user = await room.login(role)
    const name = address.replace('@', `.${randomBytes(4).toString('hex')}@`)
    await sql('update login set name = $1, name_key = $1, language = $2 where name = $3', [name, language, user.name])
    const [row] = await sql('select login_id from login where name = $1', [name])
    return { user, name, id: String(row.login_id) }
  }
  const clock = { now: Date.parse('2026-10-20T12:00:00Z') }
  const longReads = new LongReads(pool)
  const parts: MailParts = {
    pool,
    atLength: longReads.run,
    now: () => clock.now,
    random: randomBytes,
    senders: openSenders(systemNetwork(true)),
    reachedAt: 'https://loyalty.example',
    log: openLog('error'),
  }
  const brand = async () => (await loadBrand(pool, shop.id, testSealer)) ?? assert.fail('the brand')
  return {
    ...room,
    mails,
    day,
    userOf,
    clock,
    /** Saved as if it were then, whatever time it is. */
    save: (user: PortalUser, request: object) => saveAt(user, request, clock.now),
    /** What the job does at a time. */
    run: async (at: string, change: Partial<MailParts> = {}) => {
      clock.now = Date.parse(at)
      await putDueInLine(pool, await brand(), clock.now)
      return sendDueMails({ ...parts, ...change }, await brand())
    },
  }
}
