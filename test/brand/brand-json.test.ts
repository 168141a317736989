import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { parse } from 'yaml'
import { readBrandFile } from '../../server/domain/brand/read-brand-file.ts'
import { messageOf } from '../support/told-fault.ts'

const text = readFileSync(new URL('../../demo/harbor-coffee.yaml', import.meta.url), 'utf8')

test('a file that came through the interface is read as one that somebody wrote', () => {
  assert.deepEqual(readBrandFile({ json: JSON.stringify(parse(text)) }), readBrandFile(text))
})

test('its faults are the same, without lines', () => {
  const faulty = {
    ...parse(text),
    colour: 'blue',
    campaigns: [{ id: 'c', rules: [{ id: 'r', when: [{ fact: 'x' }] }] }],
  }
  const json = JSON.stringify(faulty)
  const written = readBrandFile(json)
  assert('faults' in written && written.faults.length > 1)
  const withoutLines = written.faults.map(({ line: _, column: __, ...fault }) => fault)
  assert.deepEqual(readBrandFile({ json }), { faults: withoutLines })
})

test('keys that mean something to the language, and depth, are faults', () => {
  const strange = readBrandFile({ json: '{"brand":{"__proto__":{"id":"x"}}}' })
  assert('faults' in strange && strange.faults.some((fault) => messageOf(fault).includes('__proto__')))
  const deep = readBrandFile({ json: `{"brand":${'['.repeat(80)}${']'.repeat(80)}}` })
  assert('faults' in deep && deep.faults.some((fault) => messageOf(fault).includes('deep')))
})
