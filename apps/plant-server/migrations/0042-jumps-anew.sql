-- What counts as a jump no car can make is now the same for the suspects and for impossible journeys (ADR 0089): gates of one plant share
-- a clock and are forgiven 30 seconds instead of 60. Days counted before would miss some jumps: without a mark the follower counts all anew.
delete from movement_mark;
