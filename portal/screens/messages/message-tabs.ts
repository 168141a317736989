/** The pages of the section. */
export const messageTabs = ['states', 'templates', 'senders'] as const
export type MessageTab = (typeof messageTabs)[number]
