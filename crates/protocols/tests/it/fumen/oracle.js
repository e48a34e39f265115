// Reads a list of questions as JSON from standard input and prints the list of answers.
// A question is { decode: "v115@..." } or { encode: [page, ...] }.
const { decoder, encoder, Field } = require(process.argv[2]);

const decode = (text) =>
    decoder.decode(text).map(({ field, operation, comment, flags }) => ({
        field: field.str({ reduced: false, separator: '', garbage: true }),
        operation: operation === undefined ? null : { ...operation },
        comment,
        flags,
    }));

const encode = (pages) =>
    encoder.encode(
        pages.map(({ field, operation, comment, flags }) => ({
            field: Field.create(field.slice(0, 230), field.slice(230)),
            operation: operation === null ? undefined : operation,
            comment,
            flags,
        })),
    );

const questions = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const answers = questions.map((question) =>
    question.decode === undefined ? encode(question.encode) : decode(question.decode),
);
process.stdout.write(JSON.stringify(answers));
