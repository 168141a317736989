/** The pages of a program. */
export const programTabs = ['program', 'valueTypes', 'cardSets', 'tiers'] as const
export type ProgramTab = (typeof programTabs)[number]
