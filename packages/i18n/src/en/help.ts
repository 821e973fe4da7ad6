/** The manual beside the page and on a page of its own; the first steps of a new user. */
export const help = {
  title: 'Help',
  card: 'Model card',
  cards: 'Model cards',
  pageHelp: 'The manual of this page',
  close: 'Close the help',
  paragraph: 'Paragraph of the manual',
  manual: 'Manual',
  whole: 'The whole manual',
  shortcuts: 'All keys',
  firstSteps: 'First steps',
  failed: 'The manual could not be opened. Reload the page.',
  search: 'Search the manual',
  index: 'Index of the manual',
  noMatch: 'No paragraph with these words',
  steps: {
    label: 'First steps, {{step}} of {{steps}}',
    position: '{{step}} of {{steps}}',
    skip: 'Skip',
    back: 'Back',
    next: 'Next',
    done: 'Begin',
    operator: {
      reason: {
        title: 'First the reason',
        text: 'Every consultation carries your reason and case number: you write them here once, and they stay until you change them.',
      },
      plate: {
        title: 'Then the plate',
        text: 'Part of it is enough: <b>GK*</b>, <b>?8RB</b>. Enter searches all your plants together and leads to the first row.',
      },
      complete: {
        title: 'What is missing is shown',
        text: 'Beside the results you always see which plants have answered. A list without a plant never looks whole.',
      },
      alerts: {
        title: 'Alerts come by themselves',
        text: 'The bell shows them beside the page. Take charge of them, compare the picture, say how it ended.',
      },
      help: {
        title: 'The rest is here',
        text: 'Help opens the paragraph of the manual about the page you are in; <b>?</b> shows all keys.',
      },
    },
    administrator: {
      registry: {
        title: 'The plants of the portal',
        text: 'A plant is joined by the code its administrator makes: paste it here and compare the fingerprints.',
      },
      users: {
        title: 'The people',
        text: 'They are invited by e-mail and choose their password themselves. It takes two to make or remove an administrator.',
      },
      settings: {
        title: 'The settings',
        text: 'Mail, second factor, domains, maps: each value says who changed it last.',
      },
      news: {
        title: 'The news',
        text: 'What you publish opens once for everybody after the sign-in.',
      },
      help: {
        title: 'The rest is here',
        text: 'Help opens the paragraph of the manual about the page you are in. Administering the portal gives no rights on transits.',
      },
    },
    plant: {
      credentials: {
        title: 'Your plants',
        text: 'Add the credentials of a plant here. They are sealed with your password: the portal cannot read them.',
      },
      gates: {
        title: 'Gates and cameras',
        text: 'Add them, move them on the map, and see the messages of a new camera before they count.',
      },
      users: {
        title: 'Who sees what',
        text: 'Users, groups and districts: nobody gives more than they have, and every change stays in the log.',
      },
      settings: {
        title: 'Rules and retention',
        text: 'Each term has its legal basis and its act. Before you shorten one, you see what would be deleted.',
      },
      help: {
        title: 'The rest is here',
        text: 'Help opens the paragraph of the manual about the page you are in.',
      },
    },
    auditor: {
      audit: {
        title: 'Who looked at what',
        text: 'One question to all logs together: by person, plate, case number, reason, period.',
      },
      review: {
        title: 'The review of the month',
        text: 'Rules that can be read line by line and a random sample say whom to review; the person can answer.',
      },
      logged: {
        title: 'Reading is seen too',
        text: 'Each of your questions and exports is itself an entry. Nobody can change what is written.',
      },
      own: {
        title: 'Your consultations',
        text: 'In the case bar everybody sees their own entries and the questions they have received.',
      },
      help: {
        title: 'The rest is here',
        text: 'Help opens the paragraph of the manual about the page you are in. Reading the log gives no rights on transits.',
      },
    },
  },
};
