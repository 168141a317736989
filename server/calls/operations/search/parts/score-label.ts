/** The least total that earns each label: docs/scores.md. */
const labels: readonly (readonly [least: number, label: string])[] = [
  [80, 'Champion'],
  [60, 'Loyal'],
  [40, 'Promising'],
  [20, 'Cooling'],
]

/** A total score in a word. */
export function scoreLabel(total: number): string {
  return labels.find(([least]) => total >= least)?.[1] ?? 'Dormant'
}
