import { dirname, join } from 'node:path'

/** That one file of the repository imports another. */
export interface SourceImport {
  readonly path: string
  /** From the root of the repository. */
  readonly to: string
  readonly isType: boolean
}

/** What files import of each other, by what their text says; packages are left out. */
export function importsOf(sources: readonly { readonly path: string; readonly text: string }[]): SourceImport[] {
  return sources.flatMap(({ path, text }) => {
    const placeOf = (from: string) => join(dirname(path), from)
    const first = text.matchAll(/^(?:import|export) (type )?((?:[^'\n]|\n(?!import|export))*?) ?from '(\.[^']+)'/gm)
    // What is loaded only when it is needed.
    const later = text.matchAll(/\bimport\(\s*'(\.[^']+)'/g)
    return [
      ...[...first].map(([, type, names = '', from = '']) => ({
        path,
        to: placeOf(from),
        isType: type !== undefined || /^\{(\s*type \w+( as \w+)?,?)+\s*\}$/.test(names.trim()),
      })),
      ...[...later].map(([, from = '']) => ({ path, to: placeOf(from), isType: false })),
    ]
  })
}
