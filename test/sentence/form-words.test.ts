import assert from 'node:assert/strict'
import { test } from 'node:test'
import { facts } from '../../server/domain/brand/facts/all.ts'
import { argumentsOf } from '../../server/domain/brand/facts/fact-shape.ts'
import type { Language } from '../../server/domain/brand/facts/telling.ts'
import { operators, operatorsFor } from '../../server/domain/brand/rules/operators.ts'
import { resultNames } from '../../server/domain/brand/rules/results.ts'
import { triggers } from '../../server/domain/brand/shapes/campaign-shape.ts'
import { factGroupOf, factGroups } from '../../server/domain/sentence/form-words.ts'
import {
  argumentWords,
  choiceWords,
  factValueWords,
  factWords,
  formWordsIn,
  operatorWords,
  resultKeyWords,
  resultWords,
  triggerWords,
} from '../../server/domain/sentence/words.ts'

/** A word for people, not a sign or a name of the file. */
const operatorForm = /^[\p{Ll} ]+$/u
const languages: readonly Language[] = ['en', 'de']

for (const language of languages) {
  test(`every fact has words of its own in ${language}, and so have its arguments, operators and values`, () => {
    for (const [name, fact] of Object.entries(facts)) {
      assert.notEqual(factWords(name, language), name)
      assert.ok(factGroups.includes(factGroupOf(name)))
      for (const argument of argumentsOf(fact))
        assert.notEqual(argumentWords(argument.name, language), argument.name, `${name}: ${argument.name}`)
      for (const operator of operatorsFor(fact.type, fact.list ?? false))
        assert.match(operatorWords(operator, language, fact.type), operatorForm)
      for (const value of fact.choices ?? [])
        assert.ok(factValueWords(name, value, language) !== value || isPlain(value), `${name}: ${value}`)
    }
    const words = Object.keys(facts).map((name) => factWords(name, language))
    assert.equal(new Set(words).size, words.length, 'two facts have the same words')
  })

  test(`every operator, trigger and result has words of its own in ${language}`, () => {
    for (const name of Object.keys(operators)) assert.match(operatorWords(name, language), operatorForm)
    for (const name of triggers) assert.notEqual(triggerWords(name, language), name)
    for (const name of resultNames) {
      assert.notEqual(resultWords(name, language).name, name)
      assert.match(resultWords(name, language).meaning, /\.$/)
    }
  })

  test(`no word of forms is empty in ${language}`, () => {
    assert.deepEqual(emptyIn(formWordsIn(language), ''), [])
  })
}

test('words that nobody knows are said as they were written', () => {
  assert.equal(factWords('no.such', 'en'), 'no.such')
  assert.equal(factWords('toString', 'de'), 'toString')
  assert.equal(operatorWords('constructor', 'de'), 'constructor')
  assert.equal(resultKeyWords('valueOf', 'de'), 'valueOf')
  assert.equal(choiceWords('weekday', 'someday', 'en'), 'someday')
})

/** Some values are words of their own, such as the status Lost. */
const isPlain = (value: string) => /^[A-Z][a-z]+$/.test(value)

function emptyIn(words: unknown, path: string): string[] {
  if (typeof words === 'string') return words.trim() === '' ? [path] : []
  return Object.entries(words ?? {}).flatMap(([key, one]) => emptyIn(one, `${path}.${key}`))
}
