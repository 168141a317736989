import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cards as german } from '../../portal/texts/de/cards.ts'
import { cards as english } from '../../portal/texts/en/cards.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom()
})

after(() => room?.close())

test('a card that is found by its customer is told so, is given out once, and offers no undoing', async () => {
  const { shop } = room
  const support = await room.login('support')
  const customerUpdates = { email: 'ada@shop.test' }
  const { cardNumber } = await shop.must('allocate', { cardSetId: 'cards', customerUpdates })
  const found = await shop.must('allocate', { cardSetId: 'cards', findBy: 'email', customerUpdates })
  assert.equal(found.cardNumber, cardNumber)
  const { happenings } = await support.must('cardStory', { cardNumber })
  assert.deepEqual(
    happenings.map(({ what, foundBy }: { what: string; foundBy?: string }) => [what, foundBy]),
    [
      ['found', 'email'],
      ['allocated', undefined],
    ],
  )
  const { calls } = await support.must('callDetail', { text: found.requestRef })
  assert.deepEqual([calls[0].mayVoid, calls[0].happening.what], [false, 'found'])
  const refused = await shop.call('voidTransaction', { cardNumber, requestRef: found.requestRef })
  assert.equal(refused.body.errorCode, 119)
  assert.match(refused.body.errorMessage, /the customer had the card already/)
  const told = { place: '', foundBy: '' } as never as Parameters<typeof english.heads.found>[0]
  assert.equal(english.heads.found({ ...told, foundBy: english.foundBy.email }), 'Found by e-mail address')
  assert.equal(german.heads.found({ ...told, foundBy: german.foundBy.phone }), 'Anhand der Telefonnummer gefunden')
  assert.deepEqual(await shop.verify(), [])
})
