import type { LegalText } from '../legal-text.ts'

export const COOKIES: LegalText = {
  path: '/cookies',
  sections: [
    {
      id: 'what',
      title: 'What a cookie is',
      blocks: [
        'A cookie is a short note that a site leaves in your browser and gets back with each request. Browsers have drawers of their own for longer notes; we use those too, and count them here because the difference is of no use to you.',
      ],
    },
    {
      id: 'needed',
      title: 'What we need',
      blocks: [
        'Without these the platform does not work, so they are not a question of consent:',
        [
          'The session cookie. It keeps you signed in for up to 7 days without a visit and 30 days at most, is readable by no script, and is sent to nobody else. A visitor who only reads gets none.',
          'The device cookie. It is left when you log in, lasts up to 400 days and says who has logged in with this browser. By it we let you in while somebody else guesses at your password, and write to you when a device we have not seen logs in. No script can read it, and it is sent to nobody else.',
          'The sign-up cookie. It is left when you press Create Account, and says that you solved the puzzle, whether you are 18, what you agreed to and by which invitation you came. It goes when your account is there, and after ten minutes at most. No script can read it, and it is sent to nobody else.',
          'That you have closed an announcement of the house: a cookie that lasts for a year and holds nothing but the number of that announcement.',
          'Your choice of the light or the dark theme, kept in your browser.',
          'Drafts of what you have typed and not yet sent, kept in your browser until you send or clear them.',
          'A copy of your newest conversations and messages, kept in your browser so that you can read them without a network: their words, without pictures and other files. It goes when you log out, when your session ends and when somebody else logs in here.',
          'Small habits of this browser: what you last searched for, the emoji you used last, and whether a sound is played.',
        ],
      ],
    },
    {
      id: 'optional',
      title: 'What we ask for',
      blocks: [
        'We count which pages are looked at and what is done there (posting, reacting, following and the like, never what or to whom) in order to see what is used, if you agree: with an account in the privacy settings, without one by the switch at the foot of this page. With an account this takes no cookie of ours; without one your yes is kept in a cookie for a year, so that the server knows it. Where an analytics service of somebody else is switched on, it is loaded only after you have agreed to analytics, and its cookies come with it.',
        'Advertisements set no cookies. They are invented, and so is their interest in you.',
      ],
    },
    {
      id: 'control',
      title: 'How you decide',
      blocks: [
        'With an account, the privacy settings hold your consent to analytics, marketing and personalised advertisements. You can change each at any time, and it counts from then on.',
        'Every browser can show, block and delete cookies. If you delete ours, you are signed out and your browser is a stranger to us, and nothing worse happens.',
      ],
    },
    {
      id: 'age',
      title: 'Young people',
      blocks: [
        'The minimum age for an account is 13, and the same rules on consent as everywhere on the platform hold for cookies.',
      ],
    },
    {
      id: 'contact',
      title: 'Law and contact',
      blocks: [
        'This policy belongs to the Terms of Service, which are governed by the laws of the State of Delaware.',
        { before: 'Questions about cookies are answered at', mail: 'legal' },
      ],
    },
  ],
}
