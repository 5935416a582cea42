import { COMMENT_REFUSALS } from './comments.constants.ts'
import { plural } from './plural.ts'
import { WRITING_MESSAGES } from './posts.constants.ts'

/**
 * Every message of an error response (product sections 5 and 8, DECISIONS row 40): the body is one of these
 * as text/plain.
 */
export const MESSAGES = {
  // 200
  emailChanged: 'Your email has been changed',
  emailConfirmed: 'Your email has been confirmed',
  // 400
  ...WRITING_MESSAGES,
  invalidInput: 'We do not understand that request.',
  emptyMessage: 'Please write something before sending.',
  messageTooLong: "Messages can't be longer than 2000 characters.",
  altTextTooLong: "Alt text can't be longer than 140 characters.",
  brokenText: 'That text has characters that we cannot save.',
  unknownReaction: 'That is not one of our reactions.',
  fillAllFields: 'Please fill in all fields',
  fillRequiredFields: 'Please fill in all required fields',
  invalidEmail: 'Please enter a valid email address.',
  passwordTooShort: 'Password must be at least 8 characters',
  passwordTooLong: 'Password must be at most 128 characters',
  passwordTooCommon: 'That password is too common. Please choose another.',
  passwordPersonal: 'That password is made of your own name or address. Please choose another.',
  passwordsDiffer: 'Passwords do not match',
  passwordWrong: 'That is not your current password.',
  codeWrong: 'That code is not right, or has been used already.',
  passkeyWrong: 'That passkey does not work here.',
  passkeyName: 'Give the passkey a name of up to 50 characters.',
  passkeyTooMany: 'You have reached the limit for passkeys.',
  totpFirst: 'That code is too old. Please scan a new one first.',
  emailSame: 'That is your email already.',
  emailTokenInvalid: 'Invalid confirmation token',
  resetTokenInvalid: 'Invalid reset token',
  resetPasswordTooShort: 'Password must be at least 8 characters long',
  resetPasswordsDiffer: "Passwords don't match",
  handleTooShort: 'Handle must be at least 3 characters',
  handleTooLong: 'Handle must be at most 30 characters',
  handleCharacters: 'Handle can only contain letters, numbers, and underscores',
  handleReserved: 'That handle is reserved.',
  birthYear: 'Please enter a valid birth year',
  tooYoung: 'You must be at least 13 years old to use this platform',
  needsParent:
    'Users under 16 require parental consent. Please have a parent or guardian create an account on your behalf',
  acceptTerms: 'You must accept our Terms of Service and Privacy Policy to create an account',
  puzzleOver: 'That puzzle is over. Here is a fresh one.',
  solvePuzzle: 'Please complete the anti asshole verification first',
  displayNameTooLong: 'Display name must be at most 50 characters',
  displayNameRequired: 'Display name is required',
  bioTooLong: 'Bio must be at most 160 characters',
  followSelf: 'You cannot follow yourself',
  followTooMany: 'You have reached the limit of people you can follow.',
  messageSelf: 'You cannot message yourself',
  notAnEmoji: 'Please choose one emoji.',
  replyUnknown: 'The message you answer does not exist',
  blockSelf: 'You cannot block yourself',
  muteSelf: 'You cannot mute yourself',
  blockTooMany: 'You have reached the limit of people you can block.',
  muteTooMany: 'You have reached the limit of people you can mute.',
  reportSelf: 'You cannot report yourself',
  reportReason: 'Please tell us what is wrong.',
  houseNameTooLong: "The name can't be longer than 30 characters.",
  emptyHouseName: 'The house needs a name.',
  announcementTooLong: "Announcements can't be longer than 280 characters.",
  groupNameTooLong: "The name can't be longer than 60 characters.",
  emptyGroupName: 'A stall meeting needs a name.',
  emptyAnnouncement: 'An announcement needs a text.',
  reportDetailsTooLong: "Reports can't be longer than 500 characters.",
  badCursor: 'That page does not exist.',
  // 401, 403, 404, 409, 413, 415, 429, 5xx
  jobMustBeDone: 'This job is required. You can only try it again.',
  logIn: 'Please log in to continue.',
  otherViewer: 'Somebody else is logged in here now. Nothing was saved.',
  badCredentials: 'Invalid email or password',
  knownDevicesOnly:
    'Too many wrong passwords were tried here. Log in where you have logged in before, or by "Forgot password?".',
  forbidden: 'You are not allowed to do that.',
  crossSite: 'That request came from somewhere else.',
  confirmFirst: 'Please confirm your email address first: the link is in your mailbox.',
  addressLost: 'Somebody else has confirmed that address. Please set another one in your settings.',
  logInAgain: 'Please log in again first: you have been signed in for a while.',
  secondFactorFirst: 'Set up a second factor first: the dashboard opens with it.',
  blocked: 'You cannot reach this person.',
  commentsClosed: COMMENT_REFUSALS.closed,
  commentsGentle: COMMENT_REFUSALS.gentle,
  strangersPaused: COMMENT_REFUSALS.paused,
  crowdControlEnded: 'The plunger is not at work on this drop. Call it for 1, 8 or 24 hours first.',
  messagesClosed: 'This person does not accept messages from people they do not know.',
  requestWaits: 'They have not answered yet. You can write more when they answer.',
  groupFull: 'This stall meeting is full. It has 50 seats.',
  groupOver: 'This stall meeting had too many members. Please start a new one.',
  groupClosed: 'Some of these people can only join by an invitation link.',
  groupNeedsAdmin: 'Only an admin of this stall meeting can do that.',
  inviteGone: 'This invitation does not work any more.',
  inviteMinor: 'Until you are 18, only people you follow can add you to a stall meeting.',
  messagesMinor: 'Until you are 18, only people you follow can write to you first.',
  notFound: 'Not found',
  postNotFound: 'Post not found',
  pollOptionTooLong: "An answer can't be longer than 40 characters.",
  pollEnded: 'This poll has ended.',
  votedAlready: 'You have voted here already.',
  goneForGood: 'It is gone for good.',
  tooLateToEdit: 'It is too late to edit it.',
  tooLateToTakeBack: 'It is too late to take it back.',
  pinsFull: 'Three conversations are pinned already. Unpin one first.',
  userNotFound: 'User not found',
  secondStepGone: 'That took too long. Please log in again.',
  handleTaken: 'That handle is already taken.',
  emailTaken: 'An account with that email already exists.',
  passwordFirst: 'Set a password first. Without one you could not log in any more.',
  pendingSignUpGone: 'That took too long. Please sign up with Google again.',
  lastFactor: 'Admins need a second factor here. Add another before you remove this one.',
  lastAdmin: 'The site needs at least one admin.',
  tooLarge: 'That is too large. Our pipes are narrow.',
  jsonOnly: 'Please send JSON.',
  noRoom: 'We have no room for that right now. Please try again later.',
  searchAway: 'Our search has gone for a short break. Please try again in a moment.',
  busy: 'The throne is busy. Please try again in a moment.',
  broken: 'Something went wrong. Please try again.',
} as const

/** 429: how long the person has to wait, in whole seconds. */
export const tooManyRequests = (seconds: number): string =>
  `Too many requests. Please try again in ${seconds} ${plural(seconds, 'second')}.`

/** 429: the author of a post has slowed its comments. */
export const slowedDown = (seconds: number): string =>
  `The author has asked for a slower flow. You can comment again in ${seconds} ${plural(seconds, 'second')}.`

/** RFC 9457 body for clients whose Accept prefers application/problem+json (DECISIONS row 14). */
export interface Problem {
  type: 'about:blank'
  title: string
  status: number
  detail: string
}
