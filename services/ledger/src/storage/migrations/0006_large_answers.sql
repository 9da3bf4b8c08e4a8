-- Answers of up to 15 MiB are kept (MAXIMUM_ANSWER_BYTES): a page of the largest signals is larger than 1 MiB. What is there fits, so
-- nothing is looked at; the version before this one keeps to its 1 MiB by itself.
ALTER TABLE ledger.stored_answer DROP CONSTRAINT stored_answer_bounded;
ALTER TABLE ledger.stored_answer ADD CONSTRAINT stored_answer_bounded CHECK (octet_length(body) <= 15728640) NOT VALID;
