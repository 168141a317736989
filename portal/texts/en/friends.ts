/** Members who bring others. */
export const friends = {
  title: 'Bringing friends',
  none: 'This card has no referral code yet.',
  brought: (count: number, shown: string) =>
    count === 1 ? 'One purchase of a friend counts so far.' : `${shown} purchases of friends count so far.`,
  make: 'Make a referral code',
  showLink: 'Show the link',
  revoke: 'Revoke the code',
  revokeTitle: 'Revoke the referral code?',
  revokeWhat: 'Whoever still has the code or the link cannot be brought with it any more. Another code can be made.',
  revoked: 'The referral code was revoked.',
}
