import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CallOrder } from '../../server/calls/replay/past-call.ts'

test('calls come in the order of their decisions, those of a card in that of its history, however they are read', () => {
  const anyCall = fc.record({ delay: fc.nat(30), card: fc.option(fc.integer({ min: 1, max: 3 })) })
  fc.assert(
    fc.property(fc.array(anyCall, { maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (given, perRead) => {
      const seqs = new Map<number, number>()
      const calls = given.map(({ delay, card }, place) => ({
        request_ref: String(place).padStart(3, '0'),
        happened_at: Math.floor(place / 3) + delay,
        card_id: card,
        card_seq: null as number | null,
      }))
      const byTime = calls.toSorted((a, b) => a.happened_at - b.happened_at || (a.request_ref < b.request_ref ? 1 : -1))
      for (const call of byTime) {
        if (call.card_id === null) continue
        call.card_seq = (seqs.get(call.card_id) ?? 0) + 1
        seqs.set(call.card_id, call.card_seq)
      }
      const order = new CallOrder<(typeof calls)[number]>()
      const out: (typeof calls)[number][] = []
      for (let place = 0; place < calls.length; place += perRead) {
        const isLast = place + perRead >= calls.length
        const until = isLast ? Number.POSITIVE_INFINITY : Math.floor((place + perRead - 1) / 3)
        out.push(...order.take(calls.slice(place, place + perRead), until))
      }
      assert.deepEqual(new Set(out), new Set(calls))
      for (let place = 1; place < out.length; place += 1)
        assert.ok((out[place - 1]?.happened_at ?? 0) <= (out[place]?.happened_at ?? 0))
      for (const card of [1, 2, 3]) {
        const own = out.filter(({ card_id }) => card_id === card).map(({ card_seq }) => card_seq ?? 0)
        assert.deepEqual(
          own,
          own.toSorted((a, b) => a - b),
        )
      }
    }),
  )
})
