import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom()
})

after(() => room?.close())

test('x', async () => {
  const dev = await room.login('developer')
  for (const route of ['listCalls', 'listOperations', 'listEnabled', 'environment', 'jobStates', 'brandFile'])
    console.log(route, JSON.stringify(await dev.ask(route)).slice(0, 1500))
})
