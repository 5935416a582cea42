import { BRAND } from '#contract/brand.ts'
import { LIMITS } from '#contract/limits.ts'
import type { LegalText } from '../legal-text.ts'

export const PRIVACY: LegalText = {
  path: '/privacy',
  sections: [
    {
      id: 'collect',
      title: 'What we collect',
      blocks: [
        'What you give us:',
        [
          'your email address, handle, display name and password, of which we keep only a scrambled form that cannot be read back;',
          'your bio and pictures, if you add any;',
          'what you post, comment, vote for, react to, keep for later and send in messages, and whom you follow, mute or block;',
          'what you report, and what you say in an appeal;',
          'your choices about cookies and consent;',
          'your email address alone, if you ask for decrees by mail without an account.',
        ],
        'What comes by itself: the time of your visits, the pages that were looked at (only if you agreed to be counted), the kind of device with its browser and system, and the country that your network address points to. Of the address itself we note the network, never the whole of it, where an account is logged in to or changed.',
        'If you agreed to be counted, your account also knows the last week in which it was, so that no week counts you twice. It forgets that when you no longer agree.',
        'Your birth year is used to check your age when you register. We keep whether you were 18 by then, and not the year. If you come by Google, we get your name, your email address and a number of Google for you, and nothing else.',
        'What you have typed and not sent stays in your browser. The one exception is a link in a post: our server reads its page to show you the preview.',
        'Your newest conversations and messages are also in your browser, to be read without a network, until you log out or your session ends there. A message that disappears, or is deleted, leaves that copy as well. On a device that others use, log out.',
      ],
    },
    {
      id: 'use',
      title: 'What we use it for',
      blocks: [
        [
          'To run the platform: to show your posts, deliver your messages and tell you what happened while you were away.',
          'To keep it safe: to limit floods of requests, review reports and keep accounts from being taken over.',
          'To understand what is used, by counting visits, if you agree to analytics.',
          'To send you announcements, if you agree to them, and new decrees, if you subscribed to them.',
        ],
        'We do not sell your data. There is nobody to sell it to: the advertisers are invented.',
      ],
    },
    {
      id: 'visible',
      title: 'Who sees what',
      blocks: [
        'Your handle, display name, bio, pictures, posts, comments, reactions and follows are public, also to people without an account.',
        'Your messages are seen by you and the person you write to, and by our moderators when one of you reports them. Your email address is seen by you and our administrators.',
        'We give data to authorities only when the law makes us, and then no more than it asks for.',
      ],
    },
    {
      id: 'outside',
      title: 'What leaves the house',
      blocks: [
        'A link that somebody posts has a card with a title and a picture. Our server reads the page for it, once for everybody, and keeps a copy of the picture. The page learns that we read it, not who wrote or reads the post. Only a press on the link takes you there.',
        'If you switch on notifications for a device, we send them through the push service that your browser names. They are encrypted for your device; the service sees when they come and how large they are. You choose how much they say. The words of a message are never in them. They end when you switch them off, log out or delete your account.',
        'Decrees come by mail only after you have pressed the link in a first mail. Every one of them has a link that ends it, for which you need not log in; then we forget the address. An address that was never confirmed is forgotten after two days.',
      ],
    },
    {
      id: 'retention',
      title: 'How long we keep it',
      blocks: [
        'What you delete disappears from the platform at once. Account data is deleted within 30 days of closure: posts, comments, reactions, follows, the contents of your messages, your pictures and videos, and your sessions.',
        'What moderators took away is deleted for good after 30 days, or when an appeal has ended. What waits for their look and gets none is deleted after 30 days as well. The notes about log-ins, with the network they came from, are kept for 30 days.',
        'In other people\'s conversations a "deleted account" without a name remains. Records that the law obliges us to keep are kept for as long as it says, and used for nothing else.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      blocks: [
        'In your privacy settings you can, without asking anybody:',
        [
          'see and change what you agreed to;',
          'download your data as a file;',
          'delete your account and everything in it.',
        ],
        'Wherever you live, you may also ask us to correct what is wrong, to explain what we hold, or to stop using it. You may complain to your data protection authority.',
      ],
    },
    {
      id: 'children',
      title: 'Children',
      blocks: [
        `The minimum age is ${LIMITS.minimumAge}. We do not knowingly hold data about anybody younger. If we learn that we do, we delete it. A parent or guardian who believes that a child has an account can write to us.`,
        { before: 'Please write to', mail: 'safety' },
      ],
    },
    {
      id: 'security',
      title: 'How we guard it',
      blocks: [
        'Connections to the public site are encrypted, passwords are stored with a slow one-way function, and links that reset them work once and for half an hour. Logs hold neither passwords nor messages. Should data be lost to somebody who should not have it, we tell the people concerned and the authorities as the law requires.',
      ],
    },
    {
      id: 'contact',
      title: 'Law and contact',
      blocks: [
        `${BRAND.name} is run under the laws of the State of Delaware, United States, and your data may be processed there.`,
        { before: 'Questions about your data are answered at', mail: 'legal' },
      ],
    },
  ],
}
